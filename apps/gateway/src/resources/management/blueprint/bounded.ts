import { z } from 'zod';
import { MAX_REPORTED } from '../../../route/issues-to-details.js';

type Context = z.core.ParseContextInternal;

/** Schemas of documents are synchronous. */
const run = (schema: z.core.$ZodType, value: unknown, ctx: Context) =>
  schema._zod.run({ value, issues: [] }, ctx) as z.core.ParsePayload;

/**
 * `z.array` that ends at `MAX_REPORTED` problems; zod itself collects one for each wrong element, which for 10 MB of them takes
 * 19 s and 3.4 GB. A list longer than its `max` is one problem, and no element of it is looked at. docs/adr/0035-bounded-bodies.md.
 */
const BoundedArray: z.core.$constructor<z.ZodArray> = z.core.$constructor('BoundedArray', (inst, def) => {
  z.ZodArray.init(inst, def);
  const parseAll = inst._zod.parse;
  const [max] = z.core.util.sizeCaps(def.checks)[0] ?? [Number.POSITIVE_INFINITY];
  inst._zod.parse = (payload, ctx) => {
    const { value: items } = payload;
    if (!Array.isArray(items) || items.length <= MAX_REPORTED || items.length > max) return parseAll(payload, ctx);
    const parsed: unknown[] = [];
    for (const [index, item] of items.entries()) {
      const { value, issues } = run(def.element, item, ctx);
      parsed.push(value);
      payload.issues.push(...z.core.util.prefixIssues(index, issues));
      if (payload.issues.length >= MAX_REPORTED) break;
    }
    payload.value = parsed;
    return payload;
  };
});

/** `z.record` with text keys that ends at `MAX_REPORTED` problems. */
const BoundedRecord: z.core.$constructor<z.ZodRecord> = z.core.$constructor('BoundedRecord', (inst, def) => {
  z.ZodRecord.init(inst, def);
  const parseAll = inst._zod.parse;
  inst._zod.parse = (payload, ctx) => {
    const { value: members } = payload;
    if (!z.core.util.isPlainObject(members) || Object.keys(members).length <= MAX_REPORTED)
      return parseAll(payload, ctx);
    const parsed: Record<string, unknown> = {};
    for (const [key, member] of Object.entries(members)) {
      const { value, issues } = run(def.valueType, member, ctx);
      parsed[key] = value;
      payload.issues.push(...z.core.util.prefixIssues(key, issues));
      if (payload.issues.length >= MAX_REPORTED) break;
    }
    payload.value = parsed;
    return payload;
  };
});

/** A list of a document. @param most - `{ max: 200, what: 'steps' }`. */
export function boundedArray<S extends z.ZodType>(element: S, most?: { max: number; what: string }): z.ZodArray<S> {
  const bounded = new BoundedArray({ type: 'array', element }) as z.ZodArray<S>;
  if (!most) return bounded;
  const { max, what } = most;
  const error = ({ input }: { input?: unknown }) =>
    `There must be at most ${max} ${what}; there are ${(input as readonly unknown[]).length}.`;
  return bounded.max(max, { error });
}

/** An object of a document whose keys are its author's. */
export const boundedRecord = <S extends z.ZodType>(valueType: S): z.ZodRecord<z.ZodString, S> =>
  new BoundedRecord({ type: 'record', keyType: z.string(), valueType }) as z.ZodRecord<z.ZodString, S>;
