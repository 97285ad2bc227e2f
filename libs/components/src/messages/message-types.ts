import type { AddToCartDetail } from '../events/add-to-cart-event.js';
import type { AnalysisEventDetail, FinishedAnalysisDetail } from '../events/analysis-events.js';
import type { ClickedVariant } from '../events/variant-clicked-event.js';

/** Version of the protocol; another one is not understood. */
export const PROTOCOL_VERSION = 1;

/** How every message between a shop page and a funnel's page in a frame looks. */
export interface Envelope<Type extends string = string, Payload = unknown> {
  /** Marks the message as ours. */
  svc: 1;
  v: typeof PROTOCOL_VERSION;
  /** Names the frame; the shop page chose it. */
  embedId: string;
  type: Type;
  payload: Payload;
}

/** The name of a frame that the component script creates: `svc:{embedId}`. The funnel's page announces itself by it. */
export const FRAME_NAME_PREFIX = 'svc:';

/** Whether the funnel's page may report interactions and visits. */
export type TrackingState = 'on' | 'off';

/** What the shop page sends to the funnel's page at the start. */
export interface EmbedOptions {
  /** Tracking source of the analysis. */
  source: string | null;
  /** Of the shop page, for attribution; without "?". */
  queryString: string | null;
  /** BCP 47. */
  locale: string | null;
  /** The result that the shop page knows of this visitor: a frame's own storage may be blocked. */
  analysisId: string | null;
  /** Restart although the visitor has a result. */
  forceStart: boolean;
  /** The frame stands in a dialog: the Escape key asks to close it. */
  popup: boolean;
  /** The shop puts items into its cart on `add-to-cart`. */
  cart: boolean;
  /** False: the page loads the result and sends `finished`, but shows the result only after `close`. */
  showResult: boolean;
  tracking: TrackingState;
  /** The stored visitor of the shop page; null or undefined: none is kept. */
  visitorId?: string | null | undefined;
}

export interface StepChange {
  stepId: number;
  /** From 0, among the steps that are shown. */
  index: number;
  count: number;
}

/** Messages of the funnel's page, by type. */
export interface PageMessages {
  /** The page's script runs; the shop page need not wait for the frame's load event to send `hello`. */
  awake: Record<string, never>;
  /** Answers `hello`; what was said before it follows. */
  ready: Record<string, never>;
  /** Height of the page's content, CSS pixels. */
  height: { height: number };
  /** Another question is shown: scroll to its beginning. */
  'step-changed': StepChange;
  /** The visitor gave the first answer. */
  started: { startedAt: string };
  finished: FinishedAnalysisDetail;
  /** A result was opened on a later visit. */
  'result-opened': AnalysisEventDetail;
  'add-to-cart': AddToCartDetail;
  /** The visitor wants to see a product of the shop. */
  'open-product': ClickedVariant;
  'data-updated': Record<string, never>;
  /** Close the dialog. */
  'close-requested': Record<string, never>;
  /** How the page looks, so that what surrounds it can follow. */
  theme: { colorScheme: 'light' | 'dark'; accentColor: string | null };
}

/** Messages of the shop page, by type. */
export interface ShopMessages {
  hello: EmbedOptions;
  /** The keyboard focus comes into the frame. */
  focus: Record<string, never>;
  /** The dialog was closed. */
  close: Record<string, never>;
  /** The visitor's consent changed. */
  tracking: { state: TrackingState };
}

export type PageMessageType = keyof PageMessages;
export type ShopMessageType = keyof ShopMessages;
