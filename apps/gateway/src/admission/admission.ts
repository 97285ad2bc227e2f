import { AdaptiveLimit } from './adaptive-limit.js';
import { type RequestClass, SHOPPER_CLASSES } from './request-class.js';

/** Shoppers' requests in work, of all classes, up to which each is admitted, however slow the answers are: twice what benchmarks use. */
export const ALWAYS_ADMITTED = 64;
/** Management requests that are admitted under every load, so that an operator can act. */
const MANAGEMENT_RESERVE = 4;
/** Fewer than shoppers may use: what management has in work, shoppers wait for. */
export const MAX_MANAGEMENT = 128;

/** LOAD_SHEDDING=off. */
export const ADMIT_ALL: Pick<Admission, 'admits' | 'enter'> = { admits: () => true, enter: () => () => {} };

type Limits = Record<RequestClass, AdaptiveLimit>;

/**
 * Decides which requests are admitted: each class has an adaptive limit, so that a slow service costs only the routes that need it. A class
 * that has less in work than the average of those at work is admitted over its limit: what makes its answers slow then is the load of the
 * others, and without this rule it would leave them its share. Management has what shoppers leave: while they wait for each other in one of their classes, only a reserve. Management is therefore
 * refused before any shopper is.
 */
export class Admission {
  readonly #limits: Limits;

  constructor(now: () => number = () => performance.now()) {
    const shoppers = SHOPPER_CLASSES.map((name) => [name, new AdaptiveLimit(now)]);
    const management = new AdaptiveLimit(now, MAX_MANAGEMENT);
    this.#limits = { ...Object.fromEntries(shoppers), management } as Limits;
  }

  admits(name: RequestClass): boolean {
    const limit = this.#limits[name];
    if (name !== 'management') return limit.hasRoom() || this.#hasLessThanOthers(limit);
    return limit.inWork < MANAGEMENT_RESERVE || (limit.hasRoom() && !this.#isBusy());
  }

  /** See `AdaptiveLimit.enter`. */
  enter(name: RequestClass, isOrdinary: boolean): (isSuccess: boolean) => void {
    return this.#limits[name].enter(isOrdinary);
  }

  #hasLessThanOthers({ inWork }: AdaptiveLimit): boolean {
    const all = this.#shoppersInWork();
    if (all < ALWAYS_ADMITTED) return true;
    const others = SHOPPER_CLASSES.filter((shopper) => this.#limits[shopper].inWork > 0).length - (inWork > 0 ? 1 : 0);
    return inWork < all / (others + 1);
  }

  #isBusy(): boolean {
    return (
      this.#shoppersInWork() > ALWAYS_ADMITTED / 2 && SHOPPER_CLASSES.some((shopper) => this.#limits[shopper].isBusy())
    );
  }

  #shoppersInWork(): number {
    return SHOPPER_CLASSES.reduce((sum, name) => sum + this.#limits[name].inWork, 0);
  }
}
