import { type Condition, ENUM_FIELD_NAMES } from '@svc/domain';
import { z } from 'zod';

const keys = z.array(z.string());

/** A condition of `showWhen` or of a rule. Matching, "Conditions". */
export const condition: z.ZodType<Condition> = z
  .lazy(() =>
    z.union([
      z.strictObject({ all: z.array(condition) }),
      z.strictObject({ any: z.array(condition) }),
      z.strictObject({ not: condition }),
      z.strictObject({ step: z.int(), in: keys }),
      z.strictObject({ step: z.int(), answered: z.literal(true) }),
      z.strictObject({ field: z.enum(ENUM_FIELD_NAMES as [string, ...string[]]), in: keys }),
      z.strictObject({ colorType: keys }),
    ]),
  )
  .meta({ id: 'Condition', description: '`colorType` is not allowed in `showWhen`.' }) as z.ZodType<Condition>;
