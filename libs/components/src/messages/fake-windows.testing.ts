import { connectToFrame, connectToParent, type EmbedOptions, type FrameLink, type ParentLink } from '../index.js';

export const SHOP = 'https://shop.glow.example';
export const FUNNEL = 'https://beauty.svc.example';
export const OPTIONS: EmbedOptions = {
  source: 'newsletter',
  queryString: 'utm_source=mail',
  locale: 'de',
  analysisId: 'LNnF8bPwBqX2YzTjk3vHsQ',
  forceStart: false,
  popup: true,
  cart: true,
  showResult: true,
  tracking: 'on',
  visitorId: 'k3J9-x2Lw0Pq7_ZtRb5Y',
};
export const FINISHED = {
  analysis_url: `${FUNNEL}/r/A1`,
  analysis_id: 'A1',
  funnel: 'beauty',
  email: 'ada@example.com',
  color_type: 'LIGHT_SPRING',
  products: [{ variant_id: 'V1', link: 'https://shop.glow.example/p/1?variant=V1' }],
};

/** A window that delivers as a browser does: a copy of the data, with source and origin, only to the origin that is meant. */
export class FakeWindow extends EventTarget {
  parent: FakeWindow = this;
  name = '';
  location: { ancestorOrigins?: string[] } = {};
  document = { referrer: '' };
  listeners = 0;
  readonly undelivered: string[] = [];

  constructor(readonly origin: string) {
    super();
  }

  override addEventListener(...[type, listener]: Parameters<EventTarget['addEventListener']>): void {
    if (type === 'message') this.listeners += 1;
    super.addEventListener(type, listener);
  }

  override removeEventListener(...[type, listener]: Parameters<EventTarget['removeEventListener']>): void {
    if (type === 'message') this.listeners -= 1;
    super.removeEventListener(type, listener);
  }

  receive(data: unknown, from: { source: unknown; origin: string }): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data: structuredClone(data), ...from }));
  }

  /** What `from` sees as this window. */
  seenFrom(from: FakeWindow): { postMessage(data: unknown, targetOrigin: string): void } {
    let proxy = from.views.get(this);
    if (!proxy) {
      proxy = {
        postMessage: (data: unknown, targetOrigin: string) => {
          if (targetOrigin !== this.origin) this.undelivered.push(targetOrigin);
          else this.receive(data, { source: this.views.get(from), origin: from.origin });
        },
      };
      from.views.set(this, proxy);
    }
    return proxy;
  }

  readonly views = new Map<FakeWindow, { postMessage(data: unknown, targetOrigin: string): void }>();
}

export class FakeFrame extends EventTarget {
  contentWindow: Window | null = null;
}

/** A shop page with a funnel's page in a frame, connected as browsers connect them. */
export function embed({ allows = (origin: string): boolean => origin === SHOP } = {}) {
  const shop = new FakeWindow(SHOP);
  const funnel = new FakeWindow(FUNNEL);
  const frame = new FakeFrame();
  const seenByFunnel = shop.seenFrom(funnel);
  frame.contentWindow = funnel.seenFrom(shop) as unknown as Window;
  const received: [string, unknown][] = [];
  const hellos: EmbedOptions[] = [];
  const link: FrameLink = connectToFrame({
    window: shop as unknown as Window,
    frame: frame as unknown as HTMLIFrameElement,
    origin: FUNNEL,
    embedId: 'e1',
    options: () => OPTIONS,
    on: new Proxy({}, { get: (_, type: string) => (payload: unknown) => received.push([type, payload]) }),
  });
  const loadPage = (): ParentLink =>
    connectToParent({
      window: Object.assign(funnel, { parent: seenByFunnel }) as unknown as Window,
      allows,
      onHello: (options) => hellos.push(options),
      onFocus: () => received.push(['focus', null]),
      onClose: () => received.push(['close', null]),
      onTracking: (state) => received.push(['tracking', state]),
    });
  return {
    shop,
    funnel,
    frame,
    link,
    heard: received,
    hellos,
    loadPage,
    load: () => frame.dispatchEvent(new Event('load')),
  };
}
