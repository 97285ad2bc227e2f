import { localize } from '@svc/domain';
import { COPY_SLACK, type TextTable } from '../structures/text-table.js';
import type { MatchResult } from './match-variants.js';

export interface BodyLanguage {
  /** BCP 47; undefined: the company's language. */
  locale: string | undefined;
  companyLanguage: string;
}

const encoder = new TextEncoder();

/**
 * Encodes the response body of a match: `{"matchedVariants":[…]}`, with `tabs` if the result has them. JSON, UTF-8.
 * docs/contract.md C12. Names fall back like funnel copy; `description` and `maxItemsToShow` are omitted when null.
 */
export const encodeBody = (variants: TextTable, { matched, tabs }: MatchResult, language: BodyLanguage): Uint8Array =>
  encode(variants, { start: '{"matchedVariants":[', matched, tabs }, language);

/** Encodes the same match as a `PresentedMatch`: JSON, UTF-8. Its `tabs` are `[]` where the result has none. */
export const encodePresentedMatch = (
  variants: TextTable,
  { resultPage, matched, tabs }: MatchResult & { resultPage: boolean },
  language: BodyLanguage,
): Uint8Array =>
  encode(variants, { start: `{"resultPage":${resultPage},"variants":[`, matched, tabs: tabs ?? [] }, language);

/** @param match - `start`: the JSON before the first matched variant. */
function encode(variants: TextTable, match: MatchResult & { start: string }, language: BodyLanguage): Uint8Array {
  const parts: (Uint8Array | Uint32Array)[] = [encoder.encode(match.start), match.matched];
  if (!match.tabs) parts.push(encoder.encode(']}'));
  else {
    let before = '],"tabs":[';
    for (const { tab, variants: ordinals } of match.tabs) {
      parts.push(encoder.encode(`${before}${tabHead(tab, language)},"variants":[`), ordinals);
      before = ']},';
    }
    parts.push(encoder.encode(match.tabs.length === 0 ? `${before}]}` : ']}]}'));
  }
  return concatenate(variants, parts);
}

/** The JSON of a tab without its variants and its closing brace. */
function tabHead(tab: NonNullable<MatchResult['tabs']>[number]['tab'], language: BodyLanguage): string {
  const text = (given: Record<string, string> | null) =>
    given ? localize(given, language.locale, language.companyLanguage) : undefined;
  const head = {
    key: tab.key,
    name: text(tab.name) ?? '',
    description: text(tab.description),
    maxItemsToShow: tab.maxItemsToShow ?? undefined,
  };
  return JSON.stringify(head).slice(0, -1);
}

/** Concatenates texts and lists of ordinals; the latter become their ids separated by commas. */
function concatenate(variants: TextTable, parts: readonly (Uint8Array | Uint32Array)[]): Uint8Array {
  let size = COPY_SLACK;
  for (const part of parts) size += part instanceof Uint8Array ? part.length : encodedLength(variants, part);
  const body = new Uint8Array(size);
  const view = new DataView(body.buffer);
  let at = 0;
  for (const part of parts) {
    if (part instanceof Uint8Array) {
      body.set(part, at);
      at += part.length;
    } else at = writeIds(view, at, variants, part);
  }
  return body.subarray(0, at);
}

function encodedLength({ offsets }: TextTable, ordinals: Uint32Array): number {
  let length = 0;
  for (let index = 0; index < ordinals.length; index += 1) {
    const ordinal = ordinals[index]!;
    length += offsets[ordinal + 1]! - offsets[ordinal]!;
  }
  return length;
}

/**
 * Copies ids in steps of four bytes. The up to three surplus bytes are overwritten by the next id, or are slack.
 * `TypedArray.prototype.set` takes several times as long for such short pieces.
 * @returns the position after the last id, without its comma.
 */
function writeIds(body: DataView, start: number, { encoded, offsets }: TextTable, ordinals: Uint32Array): number {
  const source = new DataView(encoded.buffer, encoded.byteOffset);
  let at = start;
  for (let index = 0; index < ordinals.length; index += 1) {
    const ordinal = ordinals[index]!;
    const from = offsets[ordinal]!;
    const length = offsets[ordinal + 1]! - from;
    for (let byte = 0; byte < length; byte += 4) body.setUint32(at + byte, source.getUint32(from + byte));
    at += length;
  }
  return ordinals.length > 0 ? at - 1 : at;
}
