const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * True when JSON text nests deeper than `maxDepth`; a top-level object or array is level 1. Looks at bytes only, so that
 * hostile nesting is refused before `JSON.parse` builds it. Text that is not JSON may give either answer.
 * Cost: linear, one pass; strings are skipped by searching for their closing quote. Contract, "POST analyses".
 */
export function isDeeperThan(text: Buffer, maxDepth: number): boolean {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const byte = text[i];
    if (byte === QUOTE) i = endOfString(text, i);
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      if (++depth > maxDepth) return true;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth--;
  }
  return false;
}

/** Index of the quote that closes the string opened at `start`; the text's length when none does. */
function endOfString(text: Buffer, start: number): number {
  let quote = text.indexOf(QUOTE, start + 1);
  while (quote > 0) {
    let backslashes = 0;
    while (text[quote - 1 - backslashes] === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return quote;
    quote = text.indexOf(QUOTE, quote + 1);
  }
  return text.length;
}
