import type { EnumField } from '../answers/enums.js';
import type { Condition } from './conditions.js';
import type { LocalizedText } from './localize.js';
import { getFieldOfType, isCustomType, type StepType } from './step-types.js';

/** How choosing an option acts in matching: tag names `namespace:value`. */
export interface SelectionTags {
  require: string[];
  prefer: string[];
  avoid: string[];
}

/** One option of a step. */
export interface Selection {
  /** The value to submit, in the merchant's letter case; compared and stored without regard to case. */
  key: string;
  orderNumber: number;
  caption: LocalizedText;
  imageUrl?: string;
  /** Earlier keys of this option, so that answers given to older versions still count. */
  formerKeys: string[];
  tags: SelectionTags;
}

/** One question of a funnel version, defaults filled in. `steps` of a version are sorted by `orderNumber`, then `id`. */
export interface Step {
  /** Unique within the funnel and stable across its versions. */
  id: number;
  /** `[a-z][a-z0-9_]{0,39}`, unique in the version; the property name in webhooks. */
  key: string;
  type: StepType;
  orderNumber: number;
  title: LocalizedText;
  /** Ids of steps of earlier versions whose answers this step takes over. */
  formerIds: number[];
  /** A missing answer warns. */
  required: boolean;
  /** Variants without a statement on this step's `require` tags are filtered too. */
  strict: boolean;
  showWhen: Condition | null;
  selections: Selection[];
  /** Internal settings; never in a v1 answer. */
  settings: Record<string, unknown>;
}

/** One immutable version of a funnel: changing a draft makes a new version id. */
export interface FunnelVersion {
  id: string;
  number: number;
  funnelId: string;
  companyId: string;
  steps: Step[];
}

export const isCustomStep = (step: Step): boolean => isCustomType(step.type);

/** The scalar field that a built-in step asks for; undefined for SELFIE, EMAIL and custom steps. */
export const getEnumField = (step: Step): EnumField | undefined => getFieldOfType(step.type);
