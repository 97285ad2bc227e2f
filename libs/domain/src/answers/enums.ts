/** Scalar answer enums. docs/contract.md C8. The order is the specification's. */
export const HAIR_COLORS = [
  'VERY_LIGHT',
  'LIGHT',
  'MEDIUM_BLONDE',
  'RED_BLONDE',
  'RED',
  'MID_BROWN',
  'BROWN',
  'BLACK',
] as const;
export const EYE_COLORS = ['BLUE', 'GREY', 'GREEN', 'GREEN_BROWN', 'AMBER', 'BROWN', 'DARK_BROWN'] as const;
/** Ordered from light to dark: the index is the depth that complexion matching compares. */
export const SKIN_COLORS = ['FAIR', 'LIGHT', 'MEDIUM', 'MEDIUM_DEEP', 'DEEP'] as const;
/** Ordered from cool to warm, as complexion matching needs them. */
export const SKIN_UNDERTONES = ['COOL', 'NEUTRAL', 'WARM'] as const;
export const AGE_RANGES = [
  'UNDER_16',
  'BETWEEN_16_AND_24',
  'BETWEEN_25_AND_34',
  'BETWEEN_35_AND_39',
  'BETWEEN_40_AND_49',
  'BETWEEN_50_AND_59',
  'BETWEEN_60_AND_69',
  'ABOVE_70',
] as const;
/** The default taxonomy of color types (SEASONS_12); the value of a `color_type:` tag. */
export const COLOR_TYPES = [
  'LIGHT_SPRING',
  'TRUE_SPRING',
  'BRIGHT_SPRING',
  'LIGHT_SUMMER',
  'TRUE_SUMMER',
  'SOFT_SUMMER',
  'SOFT_AUTUMN',
  'TRUE_AUTUMN',
  'DEEP_AUTUMN',
  'DEEP_WINTER',
  'TRUE_WINTER',
  'BRIGHT_WINTER',
] as const;
/** The four seasons, each the union of the three types that end in its name: the coarser taxonomy (SEASONS_4). */
export const COLOR_SEASONS = ['SPRING', 'SUMMER', 'AUTUMN', 'WINTER'] as const;
/** Color types by taxonomy; a company uses one. docs/color-method.md A1.6. */
export const COLOR_TAXONOMIES = { SEASONS_12: COLOR_TYPES, SEASONS_4: COLOR_SEASONS } as const;
/** Every color type that a tag or a condition may name, whatever the taxonomy. */
export const ALL_COLOR_TYPES = [...COLOR_TYPES, ...COLOR_SEASONS] as const;
/** Known origins of a selfie. Another string is stored as given, with a warning. */
export const SELFIE_SOURCES = ['UPLOADED', 'CAMERA'] as const;
/** Image types of a selfie data URL. docs/contract.md C8.5. */
export const SELFIE_TYPES = ['jpeg', 'png', 'gif', 'webp'] as const;

export type ColorTaxonomy = keyof typeof COLOR_TAXONOMIES;
export type HairColor = (typeof HAIR_COLORS)[number];
export type EyeColor = (typeof EYE_COLORS)[number];
export type SkinColor = (typeof SKIN_COLORS)[number];
export type SkinUndertone = (typeof SKIN_UNDERTONES)[number];
export type AgeRange = (typeof AGE_RANGES)[number];
export type SelfieType = (typeof SELFIE_TYPES)[number];

/** The scalar answer fields that have an enum. Which step asks for each: `STEP_TYPE_TABLE`. */
export const ENUM_FIELDS = {
  hairColor: { values: HAIR_COLORS },
  eyeColor: { values: EYE_COLORS },
  skinColor: { values: SKIN_COLORS },
  skinUndertone: { values: SKIN_UNDERTONES },
  ageRange: { values: AGE_RANGES },
} as const satisfies Record<string, { values: readonly string[] }>;

export type EnumField = keyof typeof ENUM_FIELDS;
export const ENUM_FIELD_NAMES = Object.keys(ENUM_FIELDS) as EnumField[];

/** Answer fields that a selfie may fill when the visitor left them out. docs/color-method.md A5. */
export const SELFIE_FIELDS = [
  'hairColor',
  'eyeColor',
  'skinColor',
  'skinUndertone',
] as const satisfies readonly EnumField[];
export type SelfieField = (typeof SELFIE_FIELDS)[number];
