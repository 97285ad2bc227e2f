/** Codes of up to so many bits are found in one step. */
const SHORT_BITS = 12;
const LONGEST_BITS = 16;
/** A block has 64 coefficients: its end is as far as that. */
const BLOCK = 64;

/**
 * A Huffman table of a JPEG, made for skipping. An entry says how far to go, `coefficients << 8 | bits`, with the bits of the
 * code and of the number behind it; 0 is no code.
 */
export interface SkipTable {
  /** By the next 12 bits; 0 also where the code is longer. */
  short: Uint16Array;
  /** In the order of their codes. */
  all: Uint16Array;
  /** By length: the first code that is greater than every code of this length, aligned to 16 bits. */
  limits: Int32Array;
  /** By length: what is added to a code of this length for its place in `all`. */
  offsets: Int32Array;
}

/** @param counts - codes of each length, 1 to 16 bits. @param symbols - in the order of their codes. ITU-T T.81, annex C. */
export function skipTable(counts: Buffer, symbols: Buffer): SkipTable {
  const short = new Uint16Array(1 << SHORT_BITS);
  const all = Uint16Array.from(symbols);
  const limits = new Int32Array(LONGEST_BITS + 1);
  const offsets = new Int32Array(LONGEST_BITS + 1);
  let code = 0;
  let place = 0;
  for (let length = 1; length <= LONGEST_BITS; length++) {
    offsets[length] = place - code;
    const end = Math.min(place + (counts[length - 1] ?? 0), symbols.length);
    for (; place < end; place++, code++) {
      const skip = toSkip(symbols[place] as number, length);
      all[place] = skip;
      const first = code << (SHORT_BITS - length);
      if (length <= SHORT_BITS) short.fill(skip, first, first + (1 << (SHORT_BITS - length)));
    }
    limits[length] = code << (LONGEST_BITS - length);
    code <<= 1;
  }
  return { short, all, limits, offsets };
}

/** A symbol is zeros and the size of a number; without a number, 16 zeros or the end of the block. ITU-T T.81, F.1.2.2. */
function toSkip(symbol: number, length: number): number {
  const zeros = symbol >> 4;
  const size = symbol & 15;
  const coefficients = size === 0 && zeros < 15 ? BLOCK : zeros + 1;
  return (coefficients << 8) | (length + size);
}

/** How far the code goes that the next 16 bits begin with. */
export function skipCode(table: SkipTable, next: number): number {
  return (table.short[next >>> (LONGEST_BITS - SHORT_BITS)] as number) || skipLong(table, next);
}

function skipLong({ all, limits, offsets }: SkipTable, next: number): number {
  for (let length = SHORT_BITS + 1; length <= LONGEST_BITS; length++) {
    if (next < (limits[length] as number)) {
      return all[(next >>> (LONGEST_BITS - length)) + (offsets[length] as number)] ?? 0;
    }
  }
  return 0;
}
