import type { EnumField } from '../answers/enums.js';

/** Settings of a step that only some types read. docs/management.md "Settings of a step". */
export type StepSetting = 'fields' | 'consentText' | 'consentVersion' | 'maxSelections' | 'swatches';

interface StepTypeRow {
  /** How a visitor answers: one or several options, contact fields, or a picture. */
  kind: 'single' | 'multi' | 'contact' | 'selfie';
  /** Built-in questions: the scalar field that has the answer; its values are the options. */
  field?: EnumField;
  settings: readonly StepSetting[];
}

/** Everything that follows from the type of a step, in the specification's order. */
export const STEP_TYPE_TABLE = {
  HAIR_COLOR: { kind: 'single', field: 'hairColor', settings: ['swatches'] },
  EYE_COLOR: { kind: 'single', field: 'eyeColor', settings: ['swatches'] },
  SKIN_COLOR: { kind: 'single', field: 'skinColor', settings: ['swatches'] },
  SKIN_UNDERTONE: { kind: 'single', field: 'skinUndertone', settings: ['swatches'] },
  SELFIE: { kind: 'selfie', settings: ['consentText', 'consentVersion'] },
  EMAIL: { kind: 'contact', settings: ['fields', 'consentText'] },
  AGE: { kind: 'single', field: 'ageRange', settings: ['swatches'] },
  SINGLE_SELECTION: { kind: 'single', settings: ['swatches'] },
  MULTI_SELECTION: { kind: 'multi', settings: ['maxSelections', 'swatches'] },
} as const satisfies Record<string, StepTypeRow>;

export type StepType = keyof typeof STEP_TYPE_TABLE;
export const STEP_TYPES = Object.keys(STEP_TYPE_TABLE) as [StepType, ...StepType[]];

const getTypeRow = (type: StepType): StepTypeRow => STEP_TYPE_TABLE[type];

export const stepKind = (type: StepType): StepTypeRow['kind'] => getTypeRow(type).kind;

/** Whether the merchant writes the options, so that answers are rows of `selectionValues`. */
export const isCustomType = (type: StepType): boolean =>
  getTypeRow(type).field === undefined && ['single', 'multi'].includes(stepKind(type));

/** The scalar field that a built-in step asks for; undefined for SELFIE, EMAIL and custom steps. */
export const getFieldOfType = (type: StepType): EnumField | undefined => getTypeRow(type).field;

/** The type of the steps that ask for a scalar field. */
export const getStepType = (field: EnumField): StepType =>
  STEP_TYPES.find((type) => getFieldOfType(type) === field) as StepType;

export const readsSetting = (type: StepType, setting: StepSetting): boolean =>
  getTypeRow(type).settings.includes(setting);

/** The types of steps that read a setting. */
export const listTypesReading = (setting: StepSetting): StepType[] =>
  STEP_TYPES.filter((type) => readsSetting(type, setting));
