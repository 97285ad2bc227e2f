import { isObject } from '../storage/record-list.js';
import { isText, type Message, nothing, type Readers, readMessage } from './envelope.js';
import type { PageMessages, ShopMessages } from './message-types.js';
import { PAGE_ACTIONS } from './page-actions.js';
import { PAGE_STATES } from './page-states.js';

const PAGE_MESSAGES: Readers<PageMessages> = { ...PAGE_STATES, ...PAGE_ACTIONS };

/** What a shop page understands. */
export const parsePageMessage = (data: unknown): (Message<PageMessages> & { embedId: string }) | undefined =>
  readMessage(data, PAGE_MESSAGES);

/** What a funnel's page understands. */
export const parseShopMessage = (data: unknown): (Message<ShopMessages> & { embedId: string }) | undefined =>
  readMessage(data, SHOP_MESSAGES);

const textOrNull = (value: unknown): string | null => (isText(value) ? value : null);

/** As analysis ids are written. */
const toAnalysisId = (value: unknown): string | null =>
  typeof value === 'string' && /^[A-Za-z0-9_-]{8,128}$/.test(value) ? value : null;

/** As browsers make them. docs/components.md B12.11. */
const toVisitorId = (value: unknown): string | null =>
  typeof value === 'string' && /^[A-Za-z0-9_-]{16,64}$/.test(value) ? value : null;

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
          visitorId: toVisitorId(payload.visitorId),
        }
      : undefined,
  focus: nothing,
  close: nothing,
  tracking: (payload) =>
    isObject(payload) && (payload.state === 'on' || payload.state === 'off') ? { state: payload.state } : undefined,
};
