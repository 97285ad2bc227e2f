import { ENUM_FIELDS } from '../answers/enums.js';
import { getFieldOfType, type StepType } from './step-types.js';
import type { Selection } from './steps.js';

/** Captions of the enum values by step type: English, German. */
const CAPTIONS: Partial<Record<StepType, Record<string, readonly [en: string, de: string]>>> = {
  HAIR_COLOR: {
    VERY_LIGHT: ['Very light blond', 'Sehr helles Blond'],
    LIGHT: ['Light blond', 'Hellblond'],
    MEDIUM_BLONDE: ['Medium blond', 'Mittelblond'],
    RED_BLONDE: ['Strawberry blond', 'Rotblond'],
    RED: ['Red', 'Rot'],
    MID_BROWN: ['Medium brown', 'Mittelbraun'],
    BROWN: ['Dark brown', 'Dunkelbraun'],
    BLACK: ['Black', 'Schwarz'],
  },
  EYE_COLOR: {
    BLUE: ['Blue', 'Blau'],
    GREY: ['Gray', 'Grau'],
    GREEN: ['Green', 'Grün'],
    GREEN_BROWN: ['Green-brown', 'Grünbraun'],
    AMBER: ['Amber', 'Bernstein'],
    BROWN: ['Brown', 'Braun'],
    DARK_BROWN: ['Dark brown', 'Dunkelbraun'],
  },
  SKIN_COLOR: {
    FAIR: ['Fair', 'Sehr hell'],
    LIGHT: ['Light', 'Hell'],
    MEDIUM: ['Medium', 'Mittel'],
    MEDIUM_DEEP: ['Medium deep', 'Mitteldunkel'],
    DEEP: ['Deep', 'Dunkel'],
  },
  SKIN_UNDERTONE: {
    COOL: ['Cool', 'Kühl'],
    NEUTRAL: ['Neutral', 'Neutral'],
    WARM: ['Warm', 'Warm'],
  },
  AGE: {
    UNDER_16: ['Under 16', 'Unter 16'],
    BETWEEN_16_AND_24: ['16–24', '16–24'],
    BETWEEN_25_AND_34: ['25–34', '25–34'],
    BETWEEN_35_AND_39: ['35–39', '35–39'],
    BETWEEN_40_AND_49: ['40–49', '40–49'],
    BETWEEN_50_AND_59: ['50–59', '50–59'],
    BETWEEN_60_AND_69: ['60–69', '60–69'],
    ABOVE_70: ['70 and over', '70 und älter'],
  },
};

/** The enum values that a built-in step offers, in the specification's order; `[]` for SELFIE, EMAIL and custom steps. */
export function builtInKeys(type: StepType): readonly string[] {
  const field = getFieldOfType(type);
  return field ? ENUM_FIELDS[field].values : [];
}

/**
 * Options of a built-in step whose `selections` are left out: every enum value, captions in English (also the default) and
 * German. `[]` for SELFIE, EMAIL and custom steps. docs/management.md "Steps". Fresh objects on every call.
 */
export function builtInSelections(type: StepType): Selection[] {
  return builtInKeys(type).map((key, orderNumber) => {
    const [en, de] = CAPTIONS[type]?.[key] ?? [key, key];
    return {
      key,
      orderNumber,
      caption: { default: en, en, de },
      formerKeys: [],
      tags: { require: [], prefer: [], avoid: [] },
    };
  });
}
