import { MAX_TAGS, MAX_TARGET_IDS } from '@svc/domain';
import { z } from 'zod';
import { boundedArray, boundedRecord } from './bounded.js';

/**
 * Building blocks of the blueprint schema. It checks structure only - types, known keys, enums - and fills defaults in;
 * formats, lengths and references are `checkBlueprint` of libs/domain, which funnel-svc runs.
 * docs/management.md "Applying".
 */

/** Left out or null: the default. */
export const orDefault = <S extends z.ZodType>(schema: S, make: () => z.output<S>) =>
  schema.nullish().transform((value) => (value ?? make()) as z.output<S>);

/** Left out or null: this value. */
export const flag = (value: boolean) => orDefault(z.boolean(), () => value);

/** Makes a default that its reader may change. */
export const copy =
  <T>(value: T) =>
  () =>
    structuredClone(value);

/** A list that may be left out, or null: empty. */
export const list = <S extends z.ZodType>(item: S, most?: { max: number; what: string }) =>
  orDefault(boundedArray(item, most), () => []);

/** Left out or null: absent. */
export const maybe = <S extends z.ZodType>(schema: S) =>
  schema.nullish().transform((value) => (value ?? undefined) as z.output<S> | undefined);

/** A key of the company or of a funnel: left out it is left alone (absent), as null or [] it is cleared. */
export const clearable = <S extends z.ZodType, C>(schema: S, cleared: () => C) =>
  z
    .union([z.null(), z.array(z.never()).max(0), schema])
    .transform((value) =>
      value === null || (Array.isArray(value) && value.length === 0) ? cleared() : (value as z.output<S>),
    )
    .optional();

/** A text by BCP 47 tag; a plain string is the default text. */
export const localizedText = z
  .union([z.string(), boundedRecord(z.string())])
  .transform((value) => (typeof value === 'string' ? { default: value } : value))
  .meta({ id: 'LocalizedText', description: 'Text by BCP 47 tag; a plain string is the `default` text.' });

export const tags = list(z.string().describe('`namespace:value`'), { max: MAX_TAGS, what: 'tags' });
export const ids = list(z.string().describe("Merchant's shop-system id"), { max: MAX_TARGET_IDS, what: 'ids' });

/** Decimal text; YAML writers forget the quotes, so a number is taken as written. */
export const decimal = z.union([z.string(), z.number()]).transform(String);
