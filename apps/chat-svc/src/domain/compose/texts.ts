import type { ActionKind, ColorType, ComparedFact, PlainText, ProductText, ReplyKind } from '../grounding/blocks.js';

export type TextKey = PlainText | ProductText | 'COLOR_TYPE_IS';

/** A text and another way to say it, for companies that avoid a word of the first. */
export type Wordings = readonly [string, ...string[]];

/**
 * The words of the service in one language. `{product}`, `{products}`, `{members}`, `{price}`, `{variants}`, `{than}` and `{colorType}` are
 * filled in by the encoder with facts of the current catalog.
 */
export interface ChatTexts {
  readonly texts: Record<TextKey, Wordings>;
  readonly actions: Record<ActionKind | 'ADD_TO_CART', Wordings>;
  readonly replies: Record<ReplyKind, Wordings>;
  readonly facts: Record<ComparedFact, string>;
  /** What a color type means, in one sentence. */
  readonly colorTypes: Record<ColorType, string>;
  readonly yes: string;
  readonly no: string;
  readonly unknown: string;
  readonly and: string;
}
