import { isObject } from '../storage/record-list.js';
import { type Envelope, type PageMessages, PROTOCOL_VERSION, type ShopMessages } from './message-types.js';

/** Reads a payload from an untrusted sender. Undefined: not one of this kind. */
type Read<T> = (payload: unknown) => T | undefined;
type Readers<Messages> = { [Type in keyof Messages]: Read<Messages[Type]> };
/** A message of one of the types, with its payload. */
export type Message<Messages> = { [Type in keyof Messages]: { type: Type; payload: Messages[Type] } }[keyof Messages];

const MAX_TEXT = 4_096;
const MAX_ITEMS = 2_000;
const MAX_HEIGHT = 100_000;

/** What a shop page understands. */
export const parsePageMessage = (data: unknown, embedId: string): Message<PageMessages> | undefined =>
  isEnvelope(data) && data.embedId === embedId ? read(data, PAGE_MESSAGES) : undefined;

/** What a funnel's page understands. */
export const parseShopMessage = (data: unknown): (Message<ShopMessages> & { embedId: string }) | undefined => {
  if (!isEnvelope(data)) return undefined;
  const message = read(data, SHOP_MESSAGES);
  return message && { ...message, embedId: data.embedId };
};

function isEnvelope(data: unknown): data is Envelope {
  return (
    isObject(data) &&
    data.svc === 1 &&
    data.v === PROTOCOL_VERSION &&
    isText(data.type) &&
    isText(data.embedId) &&
    data.embedId !== ''
  );
}

function read<Messages>({ type, payload }: Envelope, readers: Readers<Messages>): Message<Messages> | undefined {
  if (!Object.hasOwn(readers, type)) return undefined;
  const known = type as keyof Messages;
  const value = readers[known](payload);
  return value === undefined ? undefined : { type: known, payload: value };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= MAX_TEXT;
const isCount = (value: unknown, max: number): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= max;
const textOrNull = (value: unknown): string | null => (isText(value) ? value : null);
const nothing: Read<Record<string, never>> = (payload) => (isObject(payload) ? {} : undefined);

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

const PAGE_MESSAGES: Readers<PageMessages> = {
  awake: nothing,
  ready: nothing,
  height: (payload) =>
    isObject(payload) && isCount(payload.height, MAX_HEIGHT) ? { height: payload.height } : undefined,
  'step-changed': (payload) =>
    isObject(payload) &&
    Number.isSafeInteger(payload.stepId) &&
    isCount(payload.count, MAX_ITEMS) &&
    isCount(payload.index, payload.count)
      ? { stepId: payload.stepId as number, index: payload.index, count: payload.count }
      : undefined,
  started: (payload) =>
    isObject(payload) && isText(payload.startedAt) && !Number.isNaN(Date.parse(payload.startedAt))
      ? { startedAt: payload.startedAt }
      : undefined,
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
  'data-updated': nothing,
  'close-requested': nothing,
  theme: (payload) =>
    isObject(payload) && (payload.colorScheme === 'light' || payload.colorScheme === 'dark')
      ? { colorScheme: payload.colorScheme, accentColor: toColor(payload.accentColor) }
      : undefined,
};

const toColor = (value: unknown): string | null =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) ? value : null;

/** As analysis ids are written. */
const toAnalysisId = (value: unknown): string | null =>
  typeof value === 'string' && /^[A-Za-z0-9_-]{8,128}$/.test(value) ? value : null;

const SHOP_MESSAGES: Readers<ShopMessages> = {
  hello: (payload) =>
    isObject(payload)
      ? {
          source: textOrNull(payload.source),
          queryString: textOrNull(payload.queryString),
          locale: textOrNull(payload.locale),
          analysisId: toAnalysisId(payload.analysisId),
          forceStart: payload.forceStart === true,
          popup: payload.popup === true,
          cart: payload.cart === true,
          showResult: payload.showResult !== false,
          tracking: payload.tracking === 'off' ? 'off' : 'on',
        }
      : undefined,
  focus: nothing,
  close: nothing,
  tracking: (payload) =>
    isObject(payload) && (payload.state === 'on' || payload.state === 'off') ? { state: payload.state } : undefined,
};
