import type { InteractionEvent } from '@svc/domain';
import type { VariantStats } from '../learning/day-stats.js';
import { byCodeUnit } from '../learning/option-tokens.js';

/** One analysis with its events of any time. */
export interface EventSession {
  /** Option tokens; each once. */
  options: readonly string[];
  events: readonly Pick<InteractionEvent, 'type' | 'variantId' | 'position'>[];
}

/** What an event of each type is worth, and the most that one analysis counts for one variant. docs/matching.md M7. */
const WORTH = { IMPRESSION: 0, CLICK: 1, ADD_TO_CART: 3, PURCHASE: 8 } as const;
const MAX_WORTH = 8;

/**
 * Position weights are added up as whole numbers of this fraction: such sums are exact, whatever the order, up to 9 million
 * impressions of a variant at the first place. So a day has the same bytes whoever adds it up.
 */
const UNITS = 1e9;

/** Position weight b(p) = 1 / (1 + 0.25·p) in units. */
const weightOf = (position: number): number => Math.round(UNITS / (1 + 0.25 * position));

/** Sums of a variant: b in units, k as it is. */
interface Cell {
  units: number;
  k: number;
}

/**
 * Variants counted of a day with more than `MAX_CELLS` sums, those with the most events. Anybody who knows an analysis may
 * name variants that nobody sells; a real assortment shows at most 2,000 at once.
 */
export const MAX_VARIANTS = 5_000;
/** Sums by variant, and by option and variant, that are held at once: about 100 bytes each. */
export const MAX_CELLS = 1_000_000;

/** A day has too many sums; it is added up again with the most frequent variants only. */
export class TooManyVariantsError extends Error {}

/** Adds up the sessions of one day, one at a time: memory grows with options and variants, not with sessions. */
export interface DayAggregator {
  /** Adds an analysis that was not added yet. One without events changes nothing. @throws TooManyVariantsError */
  add(session: EventSession): void;
  /** The sums so far as JSON of `DayStats`, piece by piece, in one order. */
  pieces(): Generator<string, void, undefined>;
}

/** @param counted - only these variants count, and there is no other limit; undefined: all. */
export function dayAggregator(counted?: ReadonlySet<string>, maxCells = MAX_CELLS): DayAggregator {
  let sessions = 0;
  let impressions = 0;
  let cells = 0;
  const options = new Map<string, number>();
  const variants = new Map<string, Cell>();
  const pairs = new Map<string, Map<string, Cell>>();

  function addAll(sums: Map<string, Cell>, own: Map<string, Cell>): void {
    cells -= sums.size;
    for (const [variantId, { units, k }] of own) {
      const cell = cellOf(sums, variantId);
      cell.units += units;
      cell.k += k;
    }
    cells += sums.size;
    if (cells > maxCells && !counted) throw new TooManyVariantsError('There are too many variants in one day.');
  }

  return {
    add(session) {
      const events = counted ? session.events.filter(({ variantId }) => counted.has(variantId)) : session.events;
      if (events.length === 0) return;
      sessions += 1;
      const own = new Map<string, Cell>();
      for (const { type, variantId, position = 0 } of events) {
        const cell = cellOf(own, variantId);
        if (type === 'IMPRESSION') {
          impressions += 1;
          cell.units += weightOf(position);
        } else cell.k += WORTH[type];
      }
      for (const cell of own.values()) cell.k = Math.min(MAX_WORTH, cell.k);
      addAll(variants, own);
      for (const option of session.options) {
        options.set(option, (options.get(option) ?? 0) + 1);
        const ofOption = pairs.get(option) ?? new Map<string, Cell>();
        pairs.set(option, ofOption);
        addAll(ofOption, own);
      }
    },
    *pieces() {
      const counts = sortedRecord(options, (count) => count);
      yield `{"sessions":${sessions},"impressions":${impressions},"options":${JSON.stringify(counts)},`;
      yield `"variants":${JSON.stringify(sortedRecord(variants, toStats))},"pairs":{`;
      let separator = '';
      for (const option of [...pairs.keys()].sort(byCodeUnit)) {
        const ofOption = sortedRecord(pairs.get(option)!, toStats);
        yield `${separator}${JSON.stringify(option)}:${JSON.stringify(ofOption)}`;
        separator = ',';
      }
      yield '}}';
    },
  };
}

function cellOf(cells: Map<string, Cell>, variantId: string): Cell {
  let cell = cells.get(variantId);
  if (!cell) {
    cell = { units: 0, k: 0 };
    cells.set(variantId, cell);
  }
  return cell;
}

const toStats = ({ units, k }: Cell): VariantStats => ({ b: units / UNITS, k });

/** Own properties only, `__proto__` too: the keys are a stranger's. */
function sortedRecord<V, R>(map: Map<string, V>, convert: (value: V) => R): Record<string, R> {
  const keys = [...map.keys()].sort(byCodeUnit);
  return Object.fromEntries(keys.map((key) => [key, convert(map.get(key) as V)]));
}
