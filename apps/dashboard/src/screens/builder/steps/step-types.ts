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

/** Marks of the types in lists, next to their names: text in the font of the page, so that they follow its color. */
export const TYPE_MARKS: Record<StepType, string> = {
  SINGLE_SELECTION: '◉',
  MULTI_SELECTION: '☑\uFE0E',
  HAIR_COLOR: '◐',
  EYE_COLOR: '◐',
  SKIN_COLOR: '◐',
  SKIN_UNDERTONE: '◐',
  AGE: '#',
  SELFIE: '☺\uFE0E',
  EMAIL: '@',
};
