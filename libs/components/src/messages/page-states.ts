import { isObject } from '../storage/record-list.js';
import { isCount, isText, MAX_ITEMS, nothing, type Readers } from './envelope.js';
import type { PageMessages } from './message-types.js';

const MAX_HEIGHT = 100_000;

/** What a funnel's page says about itself. The messages about what a shopper did are `PageAction`. */
export type PageState = Exclude<keyof PageMessages, 'finished' | 'result-opened' | 'add-to-cart' | 'open-product'>;

/** Readers of what a funnel's page says about itself: a frame needs them from the beginning. */
export const PAGE_STATES: Readers<Pick<PageMessages, PageState>> = {
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
  'data-updated': nothing,
  'close-requested': nothing,
  theme: (payload) =>
    isObject(payload) && (payload.colorScheme === 'light' || payload.colorScheme === 'dark')
      ? { colorScheme: payload.colorScheme, accentColor: toColor(payload.accentColor) }
      : undefined,
};

const toColor = (value: unknown): string | null =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) ? value : null;
