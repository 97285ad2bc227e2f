import type { FieldNode } from './graphql/parse-document.js';

/** Points that a query may cost at most: an object is one, a connection two and its nodes, as many as are asked for. */
export function requestedCost(selection: readonly FieldNode[], variables: Record<string, unknown>): number {
  let cost = 0;
  for (const { args, selection: nested } of selection) {
    if (!nested) continue;
    const first = args.first;
    const limit =
      first?.kind === 'variable' ? variables[first.name] : first?.kind === 'scalar' ? first.value : undefined;
    const inner = requestedCost(nested, variables);
    cost += typeof limit === 'number' ? 2 + limit * Math.max(1, inner) : 1 + inner;
  }
  return cost;
}

/** The bucket of one app in one shop, which fills as time goes by. */
export class PointBucket {
  private available: number;
  private at = performance.now();

  constructor(
    private readonly maximum: number,
    /** Points a second. */
    private readonly restoreRate: number,
  ) {
    this.available = maximum;
  }

  /** @returns false when there are too few points. */
  take(points: number): boolean {
    const now = performance.now();
    this.available = Math.min(this.maximum, this.available + ((now - this.at) / 1000) * this.restoreRate);
    this.at = now;
    if (points > this.available) return false;
    this.available -= points;
    return true;
  }

  /** As in `extensions.cost`. */
  cost(requested: number, isThrottled: boolean): object {
    return {
      requestedQueryCost: requested,
      actualQueryCost: isThrottled ? null : requested,
      throttleStatus: {
        maximumAvailable: this.maximum,
        currentlyAvailable: Math.floor(this.available),
        restoreRate: this.restoreRate,
      },
    };
  }
}
