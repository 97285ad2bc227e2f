import { DAY_MS } from '@svc/domain';
import type { Order, OrderLine } from './order.js';

/** An analysis that could be read. */
export interface KnownAnalysis {
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** It belongs to the company of the order and is not a preview. */
  isGenuine: boolean;
  /** Of the variants of the order, those that are in its match or that its shopper interacted with. */
  provenVariants: ReadonlySet<string>;
  /** Of those that are in a tab of its match, or that a rule moved; null: not known. */
  places: ReadonlyMap<string, MatchPlace> | null;
}

/** Where a variant stands in a match. */
export interface MatchPlace {
  /** Keys of tabs of the result page. */
  tabs: readonly string[];
  /** Keys of rules that pin it, or raise or lower its score. */
  rules: readonly string[];
}

const NO_PLACE: MatchPlace = { tabs: [], rules: [] };

const ATTRIBUTION_RULES = ['DIRECT', 'ASSISTED'] as const;
const ATTRIBUTION_PROOFS = ['CONFIRMED', 'CLAIMED'] as const;

/** The one analysis that a line is attributed to. */
export interface LineAttribution {
  lineId: string;
  analysisId: string;
  /** Direct: the analysis recommended the variant. Assisted: it recommended another variant. */
  rule: (typeof ATTRIBUTION_RULES)[number];
  proof: (typeof ATTRIBUTION_PROOFS)[number];
  /** Of the variant in the match of this analysis; null: not known. */
  place: MatchPlace | null;
}

/** That an analysis recommended a variant before the order. */
interface Link {
  analysisId: string;
  variantId: string;
  /** Milliseconds since the epoch. */
  time: number;
}

/** Clocks of shops differ, and times of orders often have whole seconds. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/**
 * Attributes each line to at most one analysis: to the newest one that recommended exactly its variant, otherwise to the newest one
 * that recommended anything. Lines of an order without analyses in the window have no attribution. docs/insight.md N6.
 * @param analyses - by id; an id without an entry could not be read.
 * @param windowDays - an analysis this old, to the millisecond, still counts.
 */
export function attributeOrder(
  order: Order,
  analyses: ReadonlyMap<string, KnownAnalysis>,
  windowDays: number,
): LineAttribution[] {
  const { newest, newestByVariant } = indexLinks(listLinks(order, analyses, windowDays));
  return order.lines.flatMap(({ lineId, variantId }) => {
    const direct = newestByVariant.get(variantId);
    const link = direct ?? newest;
    if (!link) return [];
    const analysis = analyses.get(link.analysisId);
    const isProven = analysis?.isGenuine && analysis.provenVariants.has(variantId);
    return {
      lineId,
      analysisId: link.analysisId,
      rule: direct ? ('DIRECT' as const) : ('ASSISTED' as const),
      proof: isProven ? ('CONFIRMED' as const) : ('CLAIMED' as const),
      place: analysis?.places ? (analysis.places.get(variantId) ?? NO_PLACE) : null,
    };
  });
}

/** Those in the window. The time of an analysis that cannot be read is that of the record; without a record it has none. */
function listLinks(order: Order, analyses: ReadonlyMap<string, KnownAnalysis>, windowDays: number): Link[] {
  const records = [
    ...order.recommendations,
    ...order.lines.filter(hasAnalysis).map(({ variantId, analysisId }) => ({ variantId, analysisId, timestamp: null })),
  ];
  const oldest = order.createdAt - windowDays * DAY_MS;
  return records.flatMap(({ variantId, analysisId, timestamp }) => {
    const time = analyses.get(analysisId)?.createdAt ?? timestamp;
    return time !== null && time >= oldest && time <= order.createdAt + CLOCK_TOLERANCE_MS
      ? { analysisId, variantId, time }
      : [];
  });
}

const hasAnalysis = (line: OrderLine): line is OrderLine & { analysisId: string } => line.analysisId !== undefined;

function indexLinks(links: readonly Link[]) {
  let newest: Link | undefined;
  const newestByVariant = new Map<string, Link>();
  for (const link of links) {
    newest = chooseLink(newest, link);
    newestByVariant.set(link.variantId, chooseLink(newestByVariant.get(link.variantId), link));
  }
  return { newest, newestByVariant };
}

/** The newer one; of the same time, that with the smaller analysis id. */
function chooseLink(known: Link | undefined, link: Link): Link {
  if (!known || link.time > known.time) return link;
  return link.time === known.time && link.analysisId < known.analysisId ? link : known;
}
