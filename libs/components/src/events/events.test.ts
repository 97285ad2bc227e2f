import { describe, expect, expectTypeOf, it } from 'vitest';
import * as components from '../index.js';
import { INTEGRATOR_EVENTS, onPathChange, SvcAddToCartEvent, SvcAnalysisFinishedEvent } from '../index.js';

const detail = { analysis_url: 'https://beauty.example/r/1', analysis_id: '1', funnel: 'beauty', products: [] };

const createEvents = () => [
  new components.SvcAnalysisFinishedEvent(detail),
  new components.SvcResultPageOpenedEvent({ ...detail, source: 'newsletter' }),
  new components.SvcAddToCartEvent([]),
  new components.SvcDataUpdatedEvent(),
  new components.SvcPopupOpenedEvent(),
  new components.SvcPopupClosedEvent(),
  new components.SvcVariantClickedEvent({ id: 'V1', name: 'Ivory', link: 'https://shop.example/V1' }),
  new components.SvcAnalysisRequestedEvent(),
  new components.SvcResultsRequestedEvent(),
];

describe('component events (docs/contract.md C21.1)', () => {
  it('all bubble, so that a tag manager receives them on window (docs/components.md B11.1, S48)', () => {
    expect(createEvents().filter(({ bubbles, composed }) => !bubbles || composed)).toEqual([]);
  });

  it('those with a default action can be canceled, and no others (docs/components.md B11)', () => {
    const cancelable = createEvents().filter((event) => event.cancelable);
    expect(cancelable.map(({ type }) => type)).toEqual([
      'svc-add-to-cart',
      'svc-variant-clicked',
      'svc-analysis-requested',
      'svc-results-requested',
    ]);
  });

  it('there is a class for each of the nine, and each carries its name', () => {
    const events = createEvents();
    expect(events.map((event) => event.type)).toEqual([
      'svc-analysis-finished',
      'svc-result-page-opened',
      'svc-add-to-cart',
      'svc-data-updated',
      'svc-popup-opened',
      'svc-popup-closed',
      'svc-variant-clicked',
      'svc-analysis-requested',
      'svc-results-requested',
    ]);
    const withoutDetail = events.filter((event) => event.detail === null).map((event) => event.type);
    expect(withoutDetail).toHaveLength(5);
  });

  it('reach listeners with the detail of the specification, typed (docs/components.md B11.9, S60)', () => {
    const document = new EventTarget();
    const seen: unknown[] = [];
    document.addEventListener('svc-analysis-finished', (event) =>
      seen.push((event as SvcAnalysisFinishedEvent).detail),
    );
    document.dispatchEvent(new SvcAnalysisFinishedEvent(detail));
    expect(seen).toEqual([detail]);
    interface Detail {
      analysis_url: string;
      analysis_id: string;
      funnel: string;
      first_name?: string;
      last_name?: string;
      email?: string;
      color_type?: string;
      products: { variant_id: string; link: string }[];
    }
    interface OpenedDetail extends Detail {
      source?: string;
    }
    expectTypeOf<DocumentEventMap['svc-analysis-finished']['detail']>().toEqualTypeOf<Detail>();
    expectTypeOf<DocumentEventMap['svc-result-page-opened']['detail']>().toEqualTypeOf<OpenedDetail>();
  });
});

describe('svc-variant-clicked', () => {
  it('has the id, the name and the link of the variant (docs/contract.md C21.6)', () => {
    const variant = { id: 'V1', name: 'Ivory', link: 'https://shop.example/V1' };
    expect(new components.SvcVariantClickedEvent(variant).detail).toEqual(variant);
    expectTypeOf<DocumentEventMap['svc-variant-clicked']['detail']>().toEqualTypeOf<{
      id: string;
      name: string;
      link: string;
    }>();
  });
});

describe('svc-add-to-cart (docs/contract.md C21.5; docs/components.md B11.10, S61)', () => {
  it('is one item, or several, without a set_id', () => {
    const items = [
      { id: 'V1', quantity: 1 },
      { id: 'V2', quantity: 2 },
    ];
    expect(new SvcAddToCartEvent(items.slice(0, 1)).detail).toEqual({
      type: 'add_to_cart',
      items: [items[0]],
      source: 'add_to_cart',
    });
    expect(new SvcAddToCartEvent(items, { source: 'chat' }).detail).toEqual({
      type: 'add_to_cart',
      items,
      source: 'chat',
    });
  });

  it('carries the set_id of a set, and its members as items', () => {
    expect(new SvcAddToCartEvent([{ id: 'V1', quantity: 2 }], { setId: 'SET1' }).detail).toEqual({
      type: 'add_to_cart',
      items: [{ id: 'V1', quantity: 2 }],
      set_id: 'SET1',
      source: 'add_to_cart',
    });
  });
});

describe('integrator events (docs/contract.md C21.2)', () => {
  it('are the three of the specification', () => {
    expect(INTEGRATOR_EVENTS).toEqual(['svc-settings-changed', 'svcOnRouteChange', 'svc-data-synchronized']);
    expectTypeOf<keyof Pick<WindowEventMap, (typeof INTEGRATOR_EVENTS)[number]>>().toEqualTypeOf<
      (typeof INTEGRATOR_EVENTS)[number]
    >();
  });

  it('svcOnRouteChange is acted on when the path changed, not when only the query did', () => {
    const page = Object.assign(new EventTarget(), { location: { pathname: '/a', search: '' } });
    const paths: string[] = [];
    const stop = onPathChange(page, (pathname) => paths.push(pathname));
    const go = (pathname: string, search = '') => {
      page.location = { pathname, search };
      page.dispatchEvent(new Event('svcOnRouteChange'));
    };
    go('/a', '?variant=1');
    go('/b');
    go('/b', '?variant=2');
    go('/a');
    stop();
    go('/c');
    expect(paths).toEqual(['/b', '/a']);
  });
});
