import type { Condition } from '../funnel/conditions.js';
import type { StepType } from '../funnel/step-types.js';
import type { ExplanationLanguage } from '../matching/explanation-language.js';
import type { Rule } from '../matching/matching-settings.js';
import { describeCondition } from '../sentences/describe-condition.js';
import { describeRule, describeValidity } from '../sentences/describe-rule.js';
import type { RuleNames } from '../sentences/names.js';
import type { StepChange } from './compare-steps.js';
import { compareValues, ORDER } from './compare-values.js';

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
    RULE_ADDED: 'New rule “{name}”: {after}',
    RULE_REMOVED: 'Rule “{name}” is removed: {before}',
    RULE_CHANGED: 'Rule “{name}” changes. Before: {before} After: {after}',
    RULES_ORDER: 'Rules are in a new order: {after}',
    TAB_ADDED: 'New tab “{name}”',
    TAB_REMOVED: 'Tab “{name}” is removed',
    TAB_CHANGED: 'Tab “{name}” changes: {differences}',
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
    RULE_ADDED: 'Neue Regel „{name}“: {after}',
    RULE_REMOVED: 'Regel „{name}“ entfällt: {before}',
    RULE_CHANGED: 'Regel „{name}“ ändert sich. Vorher: {before} Nachher: {after}',
    RULES_ORDER: 'Regeln in neuer Reihenfolge: {after}',
    TAB_ADDED: 'Neuer Reiter „{name}“',
    TAB_REMOVED: 'Reiter „{name}“ entfällt',
    TAB_CHANGED: 'Reiter „{name}“ ändert sich: {differences}',
    TABS_ORDER: 'Reiter in neuer Reihenfolge: {after}',
    SETTING_CHANGED: '{field}: {before} → {after}',
  },
};

/** Of a condition of a question, which is a clause and not a value. */
const SHOWN: Record<ExplanationLanguage, { sentence: string; always: string; when: string }> = {
  en: { sentence: 'Question “{question}” is shown: {before} → {after}', always: 'always', when: 'if {condition}' },
  de: { sentence: 'Frage „{question}“ erscheint: {before} → {after}', always: 'immer', when: 'wenn {condition}' },
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
    name: 'name',
    description: 'description',
    enabled: 'shown',
    maxItemsToShow: 'number of products',
    'select.tags': 'tags',
    'select.productIds': 'products',
    'select.sets': 'sets',
    assortment: 'Assortment',
    'assortment.productIds': 'Assortment (products)',
    matching: 'Matching settings',
    'matching.colorType.mode': 'Color type',
    'matching.colorType.minScore': 'Color type (lowest score)',
    'matching.complexion.mode': 'Complexion',
    'matching.complexion.depthTolerance': 'Complexion (tolerance in depth)',
    'matching.ai.enabled': 'Funnel AI',
    resultPage: 'Result page',
    'resultPage.enabled': 'Result page',
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
    name: 'Name',
    description: 'Beschreibung',
    enabled: 'sichtbar',
    maxItemsToShow: 'Anzahl der Produkte',
    'select.tags': 'Tags',
    'select.productIds': 'Produkte',
    'select.sets': 'Sets',
    assortment: 'Sortiment',
    'assortment.productIds': 'Sortiment (Produkte)',
    matching: 'Einstellungen des Matchings',
    'matching.colorType.mode': 'Farbtyp',
    'matching.colorType.minScore': 'Farbtyp (kleinster Wert)',
    'matching.complexion.mode': 'Teint',
    'matching.complexion.depthTolerance': 'Teint (Toleranz der Tiefe)',
    'matching.ai.enabled': 'Funnel AI',
    resultPage: 'Ergebnisseite',
    'resultPage.enabled': 'Ergebnisseite',
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

const MODES: Record<ExplanationLanguage, Record<string, string>> = {
  en: { require: 'required', prefer: 'preferred', ignore: 'ignored' },
  de: { require: 'verlangt', prefer: 'bevorzugt', ignore: 'ohne Wirkung' },
};

const VALUES = { en: { none: 'none', yes: 'yes', no: 'no' }, de: { none: 'nichts', yes: 'ja', no: 'nein' } } as const;

/** The name of a field for people; parts that have none, such as a language or a setting, stand behind it. */
export function describeField(field: string, language: ExplanationLanguage): string {
  const names = FIELDS[language];
  if (Object.hasOwn(names, field)) return names[field] as string;
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
  if (typeof value === 'number') return value.toLocaleString(language);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const isStepType = (value: unknown): value is StepType => typeof value === 'string' && value in TYPES.en;

/**
 * One sentence for a change.
 * @param names - of questions, products and variants.
 */
export function describeChange(change: DescribedChange, language: ExplanationLanguage, names: RuleNames): string {
  const { kind, before, after, field, name, ...texts } = change as { kind: DescribedChange['kind'] } & Partial<
    Record<string, unknown>
  >;
  if (kind === 'STEP_FIELD' && field === 'showWhen') {
    const { sentence, always, when } = SHOWN[language];
    const describe = (condition: unknown) =>
      condition ? fill(when, { condition: describeCondition(condition as Condition, names, language) }) : always;
    return fill(sentence, { ...texts, before: describe(before), after: describe(after) });
  }
  const place = kind === 'SETTING_CHANGED' ? name : field;
  const describe = (value: unknown) => {
    if (kind.startsWith('RULE_')) return value ? describeWholeRule(value as Rule, names, language) : '';
    return describePlaced(place, value, names, language);
  };
  return fill(SENTENCES[language][kind], {
    ...texts,
    name,
    field: typeof place === 'string' ? describeField(place, language) : '',
    before: describe(before),
    after: describe(after),
    differences: kind === 'TAB_CHANGED' ? describeDifferences(before, after, names, language) : '',
  });
}

const fill = (text: string, words: Readonly<Record<string, unknown>>): string =>
  text.replace(/\{(\w+)\}/g, (_, word: string) => String(words[word] ?? ''));

/** With the days on which it applies. */
const describeWholeRule = (rule: Rule, names: RuleNames, language: ExplanationLanguage): string =>
  [describeRule(rule, names, language), describeValidity(rule, language)].filter(Boolean).join(' ');

/** A value of a field, with the names of what it lists by id. */
function describePlaced(place: unknown, value: unknown, names: RuleNames, language: ExplanationLanguage): string {
  if (place === 'type' && isStepType(value)) return TYPES[language][value];
  if (typeof place === 'string' && typeof value === 'string' && place.endsWith('.mode')) {
    return MODES[language][value] ?? value;
  }
  const isProducts = typeof place === 'string' && place.endsWith('.productIds') && Array.isArray(value);
  return describeValue(isProducts ? value.map((id) => names.product(String(id))) : value, language);
}

/** Each field that differs. */
function describeDifferences(before: unknown, after: unknown, names: RuleNames, language: ExplanationLanguage): string {
  return compareValues(before, after)
    .map(({ path, before: was, after: is }) => {
      const place = path.filter((each) => each !== ORDER).join('.');
      const describe = (value: unknown) => describePlaced(place, value, names, language);
      return `${describeField(place, language)}: ${describe(was)} → ${describe(is)}`;
    })
    .join('; ');
}

/** What a change does to answers that are stored already. docs/releases.md "Rollback". */
export type AnswerConsequence = 'KEPT' | 'RENAMED' | 'LOST';

export function findConsequences(changes: readonly Pick<DescribedChange, 'kind'>[]): AnswerConsequence[] {
  const found: AnswerConsequence[] = ['KEPT'];
  if (changes.some(({ kind }) => kind === 'OPTION_RENAMED' || kind === 'STEP_REPLACED')) found.push('RENAMED');
  if (changes.some(({ kind }) => kind === 'OPTION_REMOVED' || kind === 'STEP_REMOVED')) found.push('LOST');
  return found;
}
