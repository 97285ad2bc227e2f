import type { InteractionEvent } from '@svc/domain';
import type { VariantStats } from '../learning/day-stats.js';
import { byCodeUnit } from '../learning/option-tokens.js';

/** One analysis with all of its events. */
export interface EventSession {
  /** Option tokens without duplicates. */
  options: readonly string[];
  events: readonly Pick<InteractionEvent, 'type' | 'variantId' | 'position'>[];
}

/** Value of an event by type, and the maximum that one analysis counts for one variant. docs/matching.md M7. */
const WORTH = { IMPRESSION: 0, CLICK: 1, ADD_TO_CART: 3, PURCHASE: 8 } as const;
const MAX_WORTH = 8;

/**
 * Position weights are summed as integers in units of 1e-9. Such sums are exact in any order, up to 9 million impressions of
 * a variant at the first position, so every replica computes the same bytes for a day.
 */
const UNITS = 1e9;

/** Position weight b(p) = 1 / (1 + 0.25·p) in units. */
const toWeight = (position: number): number => Math.round(UNITS / (1 + 0.25 * position));

/** Sums of a variant: b in units, k as a number. */
interface Cell {
  units: number;
  k: number;
}

/**
 * Maximum number of variants counted for a day with more than `MAX_CELLS` sums: those with the most events. Anyone who knows an
 * analysis id may send events with invented variants; a real assortment shows at most 2,000 variants at a time.
 */
export const MAX_VARIANTS = 5_000;
/** Maximum number of sums, by variant and by option and variant, in memory: about 100 bytes each. */
export const MAX_CELLS = 1_000_000;

/** A day has too many sums. It is aggregated again with the most frequent variants only. */
export class TooManyVariantsError extends Error {}

/** Aggregates the sessions of one day one at a time, so that memory grows with options and variants, not with sessions. */
export interface DayAggregator {
  /** Adds an analysis once. An analysis without events has no effect. @throws TooManyVariantsError */
  add(session: EventSession): void;
  /** The sums so far as JSON of `DayStats` in pieces, in a fixed order. */
  pieces(): Generator<string, void, undefined>;
}

/** @param counted - only these variants count, without another limit; undefined: all. */
export function createDayAggregator(counted?: ReadonlySet<string>, maxCells = MAX_CELLS): DayAggregator {
  let sessions = 0;
  let impressions = 0;
  let cells = 0;
  const options = new Map<string, number>();
  const variants = new Map<string, Cell>();
  const pairs = new Map<string, Map<string, Cell>>();

  function addAll(sums: Map<string, Cell>, own: Map<string, Cell>): void {
    cells -= sums.size;
    for (const [variantId, { units, k }] of own) {
      const cell = getCell(sums, variantId);
      cell.units += units;
      cell.k += k;
    }
    cells += sums.size;
    if (cells > maxCells && !counted) throw new TooManyVariantsError('The day has too many variants.');
  }

  return {
    add(session) {
      const events = counted ? session.events.filter(({ variantId }) => counted.has(variantId)) : session.events;
      if (events.length === 0) return;
      sessions += 1;
      const own = new Map<string, Cell>();
      for (const { type, variantId, position = 0 } of events) {
        const cell = getCell(own, variantId);
        if (type === 'IMPRESSION') {
          impressions += 1;
          cell.units += toWeight(position);
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

function getCell(cells: Map<string, Cell>, variantId: string): Cell {
  let cell = cells.get(variantId);
  if (!cell) {
    cell = { units: 0, k: 0 };
    cells.set(variantId, cell);
  }
  return cell;
}

const toStats = ({ units, k }: Cell): VariantStats => ({ b: units / UNITS, k });

/** Uses own properties only, including `__proto__`, because the keys are client input. */
function sortedRecord<V, R>(map: Map<string, V>, convert: (value: V) => R): Record<string, R> {
  const keys = [...map.keys()].sort(byCodeUnit);
  return Object.fromEntries(keys.map((key) => [key, convert(map.get(key) as V)]));
}
