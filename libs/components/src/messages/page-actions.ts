import { isObject } from '../storage/record-list.js';
import { isCount, isText, MAX_ITEMS, type Read, type Readers } from './envelope.js';
import type { PageMessages } from './message-types.js';
import type { PageState } from './page-states.js';

/** Messages about what a shopper did in a frame. */
export type PageAction = Exclude<keyof PageMessages, PageState>;

/** Navigation and links go to http(s) only: `javascript:` and the like are attacks. docs/reliability.md R10.1. */
const isWebAddress = (value: unknown): value is string =>
  isText(value) && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);

/** All entries, or undefined when one of them is not what it should be, or there are too many. */
function all<T>(list: unknown, entry: Read<T>): T[] | undefined {
  if (!Array.isArray(list) || list.length > MAX_ITEMS) return undefined;
  const entries = list.map(entry);
  return entries.includes(undefined) ? undefined : (entries as T[]);
}

const analysis: Read<PageMessages['result-opened']> = (payload) => {
  if (!isObject(payload)) return undefined;
  const { analysis_url, analysis_id, funnel } = payload;
  const products = all(payload.products, (product) =>
    isObject(product) && isText(product.variant_id) && (product.link === '' || isWebAddress(product.link))
      ? { variant_id: product.variant_id, link: product.link }
      : undefined,
  );
  if (!isWebAddress(analysis_url) || !isText(analysis_id) || !isText(funnel) || !products) return undefined;
  const optional = ['first_name', 'last_name', 'email', 'color_type', 'source'] as const;
  const texts = optional.flatMap((name) => (isText(payload[name]) ? [[name, payload[name]]] : []));
  return { analysis_url, analysis_id, funnel, ...Object.fromEntries(texts), products };
};

/** An analysis that was just finished has no address with a source. */
const finished: Read<PageMessages['finished']> = (payload) => {
  const detail = analysis(payload);
  if (!detail) return undefined;
  const { source: _source, ...others } = detail;
  return others;
};

/** Readers of what a shopper did in a frame. */
export const PAGE_ACTIONS: Readers<Pick<PageMessages, PageAction>> = {
  finished,
  'result-opened': analysis,
  'add-to-cart': (payload) => {
    if (!isObject(payload) || payload.type !== 'add_to_cart' || !isText(payload.source)) return undefined;
    const items = all(payload.items, (item) =>
      isObject(item) && isText(item.id) && isCount(item.quantity, MAX_ITEMS) && item.quantity > 0
        ? { id: item.id, quantity: item.quantity }
        : undefined,
    );
    if (!items || items.length === 0) return undefined;
    const set = isText(payload.set_id) ? { set_id: payload.set_id } : {};
    return { type: 'add_to_cart', items, ...set, source: payload.source };
  },
  'open-product': (payload) =>
    isObject(payload) && isText(payload.id) && isText(payload.name) && isWebAddress(payload.link)
      ? { id: payload.id, name: payload.name, link: payload.link }
      : undefined,
};
