import { AdaptiveLimit } from './adaptive-limit.js';
import { type RequestClass, SHOPPER_CLASSES } from './request-class.js';

/** Shoppers' requests in work, of all classes, up to which each is admitted, however slow the answers are: twice what benchmarks use. */
export const ALWAYS_ADMITTED = 64;
/** Requests of each other class that are admitted under every load: an operator can act, and no conversation or report stops. */
const RESERVE = 4;
/** Of each class of reports, and of management. Fewer than shoppers may use, since they wait for what these have in work. */
export const MAX_BEHIND = 128;
/** Of the chat, whose time is no measure: 100 turns a second that wait for a language model. */
export const MAX_CHAT = 256;

/** LOAD_SHEDDING=off. */
export const ADMIT_ALL: Pick<Admission, 'admits' | 'enter'> = { admits: () => true, enter: () => () => {} };

type Limits = Record<RequestClass, AdaptiveLimit>;

const REPORTS = ['event', 'visit'] as const satisfies RequestClass[];
/** Classes whose time says how busy the system is, and which share it. */
const MEASURED = [...SHOPPER_CLASSES, ...REPORTS];
const SHOPPERS: ReadonlySet<RequestClass> = new Set(SHOPPER_CLASSES);

/**
 * Decides which requests are admitted: each class has an adaptive limit, so that a slow service costs only the routes that need it. A class
 * that has less in work than the average of those at work is admitted over its limit: what makes its answers slow then is the load of the
 * others, and without this rule it would leave them its share. What shoppers wait for comes first: while they wait for each other in one of
 * their classes, reports and the chat have only a reserve; management also while reports wait for each other. Management is therefore
 * refused before reports and the chat are, and those before any shopper is.
 */
export class Admission {
  readonly #limits: Limits;

  constructor(now: () => number = () => performance.now()) {
    const shoppers = SHOPPER_CLASSES.map((name) => [name, new AdaptiveLimit(now)]);
    const behind = [...REPORTS, 'management'].map((name) => [name, new AdaptiveLimit(now, MAX_BEHIND)]);
    this.#limits = Object.fromEntries([...shoppers, ...behind, ['chat', new AdaptiveLimit(now, MAX_CHAT)]]) as Limits;
  }

  admits(name: RequestClass): boolean {
    const limit = this.#limits[name];
    if (SHOPPERS.has(name)) return limit.hasRoom() || this.#hasLessThanOthers(limit);
    if (limit.inWork < RESERVE) return true;
    if (name === 'management') return limit.hasRoom() && !this.#isBusy(MEASURED);
    if (this.#isBusy(SHOPPER_CLASSES)) return false;
    return limit.hasRoom() || (name !== 'chat' && this.#hasLessThanOthers(limit));
  }

  /** See `AdaptiveLimit.enter`. */
  enter(name: RequestClass, isOrdinary: boolean): (isSuccess: boolean) => void {
    return this.#limits[name].enter(isOrdinary);
  }

  #hasLessThanOthers({ inWork }: AdaptiveLimit): boolean {
    const all = this.#countInWork(MEASURED);
    if (all < ALWAYS_ADMITTED) return true;
    const others = MEASURED.filter((name) => this.#limits[name].inWork > 0).length - (inWork > 0 ? 1 : 0);
    return inWork < all / (others + 1);
  }

  /** Whether requests of these classes wait for each other. */
  #isBusy(classes: readonly RequestClass[]): boolean {
    return this.#countInWork(classes) > ALWAYS_ADMITTED / 2 && classes.some((name) => this.#limits[name].isBusy());
  }

  #countInWork(classes: readonly RequestClass[]): number {
    return classes.reduce((sum, name) => sum + this.#limits[name].inWork, 0);
  }
}
