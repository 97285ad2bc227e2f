/// <reference lib="dom" />
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const COMPONENTS = join(dirname(fileURLToPath(import.meta.url)), '../../../libs/components/dist');

/**
 * A shop's page with a funnel's page in a frame, which collects the messages that it receives in `window.received`.
 * @param isNamed - as the component script names its frames.
 */
const html = (
  frameUrl: string,
  options: object,
  isNamed: boolean,
) => `<!doctype html><html lang="en"><title>Shop</title>
  <h1>The shop</h1>
  <script type="module">
    import { connectToFrame } from '/components/index.js';
    const embedId = crypto.randomUUID();
    const frame = Object.assign(document.createElement('iframe'), {
      id: 'funnel',
      title: 'Find your glow',
      style: 'width: 100%; height: 200px; border: 0',
      allow: 'camera',
      sandbox: 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox',
      // A browser reads the name when the frame is inserted.
      name: ${isNamed} ? 'svc:' + embedId : '',
      src: ${JSON.stringify(frameUrl)},
    });
    window.received = [];
    window.isLoaded = false;
    frame.addEventListener('load', () => (window.isLoaded = true));
    const kinds = ['awake', 'ready', 'height', 'step-changed', 'started', 'finished', 'result-opened', 'add-to-cart', 'open-product', 'close-requested', 'theme'];
    window.link = connectToFrame({
      window, frame, origin: new URL(${JSON.stringify(frameUrl)}).origin, embedId,
      options: () => (${JSON.stringify(options)}),
      on: Object.fromEntries(kinds.map((type) => [type, (payload) => {
        window.received.push([type, payload]);
        if (type === 'height') frame.style.height = payload.height + 'px';
      }])),
    });
    document.body.append(frame);
  </script>`;

export interface ShopPage {
  /** On `shop.localhost`: another site than the funnels. */
  address(frameUrl: string, options: object, isNamed?: boolean): string;
  close(): void;
}

/** Serves the page and the components that the project builds, on a free port of this machine. */
export async function serveShop(): Promise<ShopPage> {
  const server: Server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url as string, 'http://shop');
    if (pathname === '/') {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end(
        html(
          searchParams.get('frame') as string,
          JSON.parse(searchParams.get('options') as string),
          searchParams.has('named'),
        ),
      );
    } else if (/^\/components\/[a-z/-]+\.js$/.test(pathname)) {
      response.setHeader('Content-Type', 'text/javascript');
      response.end(readFileSync(join(COMPONENTS, pathname.slice('/components/'.length))));
    } else {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: (frameUrl, options, isNamed = false) =>
      `http://shop.localhost:${port}/?${new URLSearchParams({
        frame: frameUrl,
        options: JSON.stringify(options),
        ...(isNamed && { named: '' }),
      })}`,
    close: () => void server.close(),
  };
}
