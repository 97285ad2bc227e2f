import { isRecord } from '../is-record.js';
/** One place where two values differ. */
export interface Difference {
  /** Names and keys from the outside in; elements of lists by their key. */
  path: readonly string[];
  /** Undefined: it is new. */
  before: unknown;
  /** Undefined: it is removed. */
  after: unknown;
}

/** What names an element of a list, by which it is found again although its place changed. */
const KEYS = ['id', 'key', 'subdomain', 'shopSystemId'] as const;

function getKey(element: unknown): string | undefined {
  if (!isRecord(element)) return undefined;
  const name = KEYS.find((each) => typeof element[each] === 'string' || typeof element[each] === 'number');
  return name && String(element[name]);
}

/** The elements of a list by their keys. Undefined when one has none, or two have the same. */
function toKeyed(list: readonly unknown[]): Map<string, unknown> | undefined {
  const keyed = new Map<string, unknown>();
  for (const element of list) {
    const key = getKey(element);
    if (key === undefined || keyed.has(key)) return undefined;
    keyed.set(key, element);
  }
  return keyed;
}

/** Lists of elements with keys are compared by key and then by order, others as a whole. Objects are compared by field. */
export function compareValues(before: unknown, after: unknown, path: readonly string[] = []): Difference[] {
  if (isRecord(before) && isRecord(after))
    return compareFields(new Map(Object.entries(before)), new Map(Object.entries(after)), path);
  if (Array.isArray(before) && Array.isArray(after)) {
    const [keyedBefore, keyedAfter] = [toKeyed(before), toKeyed(after)];
    if (keyedBefore && keyedAfter && before.length + after.length > 0) {
      const differences = compareFields(keyedBefore, keyedAfter, path);
      const order = compareOrder([...keyedBefore.keys()], [...keyedAfter.keys()]);
      return order ? [...differences, { path: [...path, ORDER], ...order }] : differences;
    }
  }
  return toText(before) === toText(after) ? [] : [{ path, before, after }];
}

/** The last name of a path whose values are the orders of a list. */
export const ORDER = '#order';

function compareFields(
  before: Map<string, unknown>,
  after: Map<string, unknown>,
  path: readonly string[],
): Difference[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].flatMap((name) => {
    const here = [...path, name];
    if (!before.has(name)) return [{ path: here, before: undefined, after: after.get(name) }];
    if (!after.has(name)) return [{ path: here, before: before.get(name), after: undefined }];
    return compareValues(before.get(name), after.get(name), here);
  });
}

/** The order of what both lists have, if it differs. */
function compareOrder(before: readonly string[], after: readonly string[]) {
  const [was, is] = [before.filter((key) => after.includes(key)), after.filter((key) => before.includes(key))];
  return was.join('\n') === is.join('\n') ? undefined : { before: was, after: is };
}

/** JSON with sorted names, so that equal values have equal texts. */
export function toText(value: unknown): string {
  return (
    JSON.stringify(value, (_, each: unknown) =>
      isRecord(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))) : each,
    ) ?? ''
  );
}
