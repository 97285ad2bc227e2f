/** What a text may hold before it is parsed. */
export interface JsonLimits {
  /** Levels of nesting; a top-level object or array is level 1. */
  maxDepth: number;
  /** Objects, arrays, texts, numbers, true, false and null, the document itself included; keys do not count. */
  maxValues: number;
}

/** Kinds of bytes outside strings; 0: a part of a number or of a literal. */
const SPACE = 1;
const STRING = 2;
const OPEN = 3;
const CLOSE = 4;
const COMMA = 5;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

const KINDS = new Uint8Array(256);
for (const [characters, kind] of [
  [' \t\n\r', SPACE],
  ['"', STRING],
  ['[{', OPEN],
  [']}', CLOSE],
  [',', COMMA],
] as const) {
  for (const character of characters) KINDS[character.charCodeAt(0)] = kind;
}

/**
 * Names the limit that JSON text exceeds first; undefined: it keeps both. Looks at bytes only, so that hostile nesting and
 * millions of tiny values are refused before `JSON.parse` builds them. Text that is not JSON may give any answer.
 * Cost: linear, one pass, some 2 ms per MiB; it ends at the first value over a limit. docs/adr/0035-bounded-bodies.md.
 */
export function findExceededLimit(text: Uint8Array, { maxDepth, maxValues }: JsonLimits): keyof JsonLimits | undefined {
  let depth = 0;
  // The document itself. A comma announces one more, and so does whatever comes first in an object or array.
  let values = 1;
  let isOpened = false;
  for (let i = 0; i < text.length; i++) {
    const kind = KINDS[text[i] as number];
    if (kind === SPACE) continue;
    if (kind === COMMA || (isOpened && kind !== CLOSE)) {
      if (++values > maxValues) return 'maxValues';
    }
    isOpened = kind === OPEN;
    if (kind === OPEN) {
      if (++depth > maxDepth) return 'maxDepth';
    } else if (kind === CLOSE) depth--;
    else if (kind === STRING) i = endOfString(text, i);
  }
  return undefined;
}

/** Characters after which the closing quote is searched for: a call costs more than reading so few bytes. */
const SHORT_STRING = 32;

/** Index of the quote that closes the string opened at `start`; the text's length when none does. */
function endOfString(text: Uint8Array, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const byte = text[i];
    if (byte === QUOTE) return i;
    if (byte === BACKSLASH) i++;
    else if (i - start === SHORT_STRING) {
      const quote = text.indexOf(QUOTE, i);
      if (quote < 0) return text.length;
      // An escaped quote is no end. Then byte by byte: a text may hold millions of them.
      if (text[quote - 1] !== BACKSLASH) return quote;
    }
  }
  return text.length;
}

/** Whether a parsed document keeps both limits. What it refers to twice counts twice; what contains itself keeps neither. */
export function isWithin(document: unknown, { maxDepth, maxValues }: JsonLimits): boolean {
  let values = 0;
  const visit = (value: unknown, depth: number): boolean => {
    if (++values > maxValues) return false;
    if (typeof value !== 'object' || value === null) return true;
    return depth < maxDepth && Object.values(value).every((member) => visit(member, depth + 1));
  };
  return visit(document, 0);
}
