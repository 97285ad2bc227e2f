import { type Condition, ENUM_FIELD_NAMES, MAX_CONDITION_PARTS } from '@svc/domain';
import { z } from 'zod';
import { boundedArray } from './bounded.js';

const keys = boundedArray(z.string());
/** The whole condition has no more; funnel-svc counts them. */
const parts = { max: MAX_CONDITION_PARTS, what: 'parts' };

/** A condition of `showWhen` or of a rule. docs/matching.md M3. */
export const condition: z.ZodType<Condition> = z
  .lazy(() =>
    z.union([
      z.strictObject({ all: boundedArray(condition, parts) }),
      z.strictObject({ any: boundedArray(condition, parts) }),
      z.strictObject({ not: condition }),
      z.strictObject({ step: z.int(), in: keys }),
      z.strictObject({ step: z.int(), answered: z.literal(true) }),
      z.strictObject({ field: z.enum(ENUM_FIELD_NAMES as [string, ...string[]]), in: keys }),
      z.strictObject({ colorType: keys }),
    ]),
  )
  .meta({ id: 'Condition', description: '`colorType` is not allowed in `showWhen`.' }) as z.ZodType<Condition>;
