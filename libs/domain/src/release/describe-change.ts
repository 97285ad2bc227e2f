import type { StepType } from '../funnel/step-types.js';
import type { ExplanationLanguage } from '../matching/explanation-language.js';
import type { StepChange } from './compare-steps.js';

/** What a sentence may be about. */
export type DescribedChange = StepChange | SettingsChange;

/** One change of what matching does. `name` is the key of a rule, the name of a tab, or the place of a setting. */
export type SettingsChange = {
  kind:
    | 'RULE_ADDED'
    | 'RULE_REMOVED'
    | 'RULE_CHANGED'
    | 'RULES_ORDER'
    | 'TAB_ADDED'
    | 'TAB_REMOVED'
    | 'TAB_CHANGED'
    | 'TABS_ORDER'
    | 'SETTING_CHANGED';
  name: string;
  before: unknown;
  after: unknown;
};

type Words = Record<DescribedChange['kind'], string>;

const SENTENCES: Record<ExplanationLanguage, Words> = {
  en: {
    STEP_ADDED: 'New question “{question}”',
    STEP_REMOVED: 'Question “{question}” is removed',
    STEP_REPLACED: 'Question “{question}” replaces “{formerly}”',
    STEP_FIELD: 'Question “{question}”: {field}: {before} → {after}',
    STEPS_ORDER: 'Questions are in a new order: {after}',
    OPTION_ADDED: 'New option “{option}” of “{question}”',
    OPTION_REMOVED: 'Option “{option}” of “{question}” is removed',
    OPTION_RENAMED: 'The key of option “{option}” of “{question}” changes from {before} to {after}',
    OPTION_FIELD: 'Option “{option}” of “{question}”: {field}: {before} → {after}',
    OPTIONS_ORDER: 'Options of “{question}” are in a new order: {after}',
    RULE_ADDED: 'New rule “{name}”',
    RULE_REMOVED: 'Rule “{name}” is removed',
    RULE_CHANGED: 'Rule “{name}” changes: {before} → {after}',
    RULES_ORDER: 'Rules are in a new order: {after}',
    TAB_ADDED: 'New tab “{name}”',
    TAB_REMOVED: 'Tab “{name}” is removed',
    TAB_CHANGED: 'Tab “{name}” changes: {before} → {after}',
    TABS_ORDER: 'Tabs are in a new order: {after}',
    SETTING_CHANGED: '{field}: {before} → {after}',
  },
  de: {
    STEP_ADDED: 'Neue Frage „{question}“',
    STEP_REMOVED: 'Frage „{question}“ entfällt',
    STEP_REPLACED: 'Frage „{question}“ ersetzt „{formerly}“',
    STEP_FIELD: 'Frage „{question}“: {field}: {before} → {after}',
    STEPS_ORDER: 'Fragen in neuer Reihenfolge: {after}',
    OPTION_ADDED: 'Neue Option „{option}“ von „{question}“',
    OPTION_REMOVED: 'Option „{option}“ von „{question}“ entfällt',
    OPTION_RENAMED: 'Der Schlüssel der Option „{option}“ von „{question}“ wechselt von {before} zu {after}',
    OPTION_FIELD: 'Option „{option}“ von „{question}“: {field}: {before} → {after}',
    OPTIONS_ORDER: 'Optionen von „{question}“ in neuer Reihenfolge: {after}',
    RULE_ADDED: 'Neue Regel „{name}“',
    RULE_REMOVED: 'Regel „{name}“ entfällt',
    RULE_CHANGED: 'Regel „{name}“ ändert sich: {before} → {after}',
    RULES_ORDER: 'Regeln in neuer Reihenfolge: {after}',
    TAB_ADDED: 'Neuer Reiter „{name}“',
    TAB_REMOVED: 'Reiter „{name}“ entfällt',
    TAB_CHANGED: 'Reiter „{name}“ ändert sich: {before} → {after}',
    TABS_ORDER: 'Reiter in neuer Reihenfolge: {after}',
    SETTING_CHANGED: '{field}: {before} → {after}',
  },
};

/** Every kind of a change. */
export const FUNNEL_CHANGE_KINDS = Object.keys(SENTENCES.en) as DescribedChange['kind'][];

const FIELDS: Record<ExplanationLanguage, Record<string, string>> = {
  en: {
    title: 'title',
    key: 'key',
    type: 'type',
    required: 'required',
    strict: 'strict',
    showWhen: 'condition',
    settings: 'setting',
    caption: 'caption',
    imageUrl: 'picture',
    'settings.swatches': 'color',
    'tags.require': 'required tags',
    'tags.prefer': 'preferred tags',
    'tags.avoid': 'avoided tags',
    assortment: 'Assortment',
    matching: 'Matching settings',
    resultPage: 'Result page',
  },
  de: {
    title: 'Titel',
    key: 'Schlüssel',
    type: 'Art',
    required: 'Pflicht',
    strict: 'streng',
    showWhen: 'Bedingung',
    settings: 'Einstellung',
    caption: 'Beschriftung',
    imageUrl: 'Bild',
    'settings.swatches': 'Farbe',
    'tags.require': 'verlangte Tags',
    'tags.prefer': 'bevorzugte Tags',
    'tags.avoid': 'vermiedene Tags',
    assortment: 'Sortiment',
    matching: 'Einstellungen des Matchings',
    resultPage: 'Ergebnisseite',
  },
};

const TYPES: Record<ExplanationLanguage, Record<StepType, string>> = {
  en: {
    SINGLE_SELECTION: 'one answer',
    MULTI_SELECTION: 'several answers',
    HAIR_COLOR: 'hair color',
    EYE_COLOR: 'eye color',
    SKIN_COLOR: 'skin color',
    SKIN_UNDERTONE: 'undertone',
    AGE: 'age',
    SELFIE: 'selfie',
    EMAIL: 'contact',
  },
  de: {
    SINGLE_SELECTION: 'eine Antwort',
    MULTI_SELECTION: 'mehrere Antworten',
    HAIR_COLOR: 'Haarfarbe',
    EYE_COLOR: 'Augenfarbe',
    SKIN_COLOR: 'Hautfarbe',
    SKIN_UNDERTONE: 'Unterton',
    AGE: 'Alter',
    SELFIE: 'Selfie',
    EMAIL: 'Kontakt',
  },
};

const VALUES = { en: { none: 'none', yes: 'yes', no: 'no' }, de: { none: 'nichts', yes: 'ja', no: 'nein' } } as const;

/** The name of a field for people; parts that have none, such as a language or a setting, stand behind it. */
export function describeField(field: string, language: ExplanationLanguage): string {
  const names = FIELDS[language];
  const [first = '', second = '', ...others] = field.split('.');
  const whole = names[`${first}.${second}`];
  if (whole !== undefined) return others.length === 0 ? whole : `${whole} (${others.join('.')})`;
  const known = names[first] ?? first;
  const more = [second, ...others].filter(Boolean).join('.');
  return more === '' || more === 'default' ? known : `${known} (${more})`;
}

/** A value as people read it. */
export function describeValue(value: unknown, language: ExplanationLanguage): string {
  const { none, yes, no } = VALUES[language];
  if (value === undefined || value === null || value === '') return none;
  if (typeof value === 'boolean') return value ? yes : no;
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) {
    return value.length === 0 ? none : new Intl.ListFormat(language).format(value);
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const isStepType = (value: unknown): value is StepType => typeof value === 'string' && value in TYPES.en;

/** One sentence for a change. */
export function describeChange(change: DescribedChange, language: ExplanationLanguage): string {
  const { kind, before, after, field, name, ...texts } = change as { kind: DescribedChange['kind'] } & Partial<
    Record<string, unknown>
  >;
  const place = kind === 'SETTING_CHANGED' ? name : field;
  const describe = (value: unknown) =>
    kind === 'STEP_FIELD' && field === 'type' && isStepType(value)
      ? TYPES[language][value]
      : describeValue(value, language);
  const words: Record<string, unknown> = {
    ...texts,
    name,
    field: typeof place === 'string' ? describeField(place, language) : '',
    before: describe(before),
    after: describe(after),
  };
  return SENTENCES[language][kind].replace(/\{(\w+)\}/g, (_, word: string) => String(words[word] ?? ''));
}

/** What a change does to answers that are stored already. docs/releases.md "Rollback". */
export type AnswerConsequence = 'KEPT' | 'RENAMED' | 'LOST';

export function findConsequences(changes: readonly Pick<DescribedChange, 'kind'>[]): AnswerConsequence[] {
  const found: AnswerConsequence[] = ['KEPT'];
  if (changes.some(({ kind }) => kind === 'OPTION_RENAMED' || kind === 'STEP_REPLACED')) found.push('RENAMED');
  if (changes.some(({ kind }) => kind === 'OPTION_REMOVED' || kind === 'STEP_REMOVED')) found.push('LOST');
  return found;
}
