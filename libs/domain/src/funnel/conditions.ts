import type { EnumField } from '../answers/enums.js';

/** A condition of `showWhen` or of a rule. docs/matching.md M3. `colorType` is not allowed in `showWhen`. */
export type Condition =
  | { all: Condition[] }
  | { any: Condition[] }
  | { not: Condition }
  | { step: number; in: string[] }
  | { step: number; answered: true }
  | { field: EnumField; in: string[] }
  | { colorType: string[] };
