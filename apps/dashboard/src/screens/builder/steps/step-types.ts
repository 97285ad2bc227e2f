import type { TextKey } from '../../../i18n/areas.js';
import type { Step } from '../../../shared/edit/model/steps.js';

export type StepType = Step['type'];

export const TYPE_NAMES: Record<StepType, TextKey> = {
  SINGLE_SELECTION: 'builder.type.single',
  MULTI_SELECTION: 'builder.type.multi',
  HAIR_COLOR: 'builder.type.hair',
  EYE_COLOR: 'builder.type.eye',
  SKIN_COLOR: 'builder.type.skin',
  SKIN_UNDERTONE: 'builder.type.undertone',
  AGE: 'builder.type.age',
  SELFIE: 'builder.type.selfie',
  EMAIL: 'builder.type.email',
};

export const STEP_TYPES = Object.keys(TYPE_NAMES) as StepType[];
