import type { TextKey, Translator } from '../../i18n/translator.js';
import type { Change } from './compare-steps.js';

const FIELDS: Record<string, TextKey> = {
  title: 'change.field.title',
  key: 'change.field.key',
  type: 'change.field.type',
  required: 'change.field.required',
  strict: 'change.field.strict',
  showWhen: 'change.field.show-when',
  settings: 'change.field.settings',
  caption: 'change.field.caption',
  imageUrl: 'change.field.image',
  'settings.swatches': 'change.field.swatches',
  'tags.require': 'change.field.tags-require',
  'tags.prefer': 'change.field.tags-prefer',
  'tags.avoid': 'change.field.tags-avoid',
};

/** The name of a field in the user's language; parts that have none, such as a language or a setting, stand behind it. */
export function describeField(field: string, { t }: Pick<Translator, 't'>): string {
  const [first = '', second = '', ...rest] = field.split('.');
  const whole = FIELDS[`${first}.${second}`];
  if (whole) return rest.length === 0 ? t(whole) : `${t(whole)} (${rest.join('.')})`;
  const name = FIELDS[first];
  const more = [second, ...rest].filter(Boolean).join('.');
  const known = name ? t(name) : first;
  return more === '' || more === 'default' ? known : `${known} (${more})`;
}

/** A value as people read it. */
export function describeValue(value: unknown, { t, list }: Pick<Translator, 't' | 'list'>): string {
  if (value === undefined || value === null || value === '') return t('change.none');
  if (typeof value === 'boolean') return t(value ? 'change.yes' : 'change.no');
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) {
    return value.length === 0 ? t('change.none') : list(value);
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const SENTENCES = {
  STEP_ADDED: 'change.step-added',
  STEP_REMOVED: 'change.step-removed',
  STEP_REPLACED: 'change.step-replaced',
  OPTION_ADDED: 'change.option-added',
  OPTION_REMOVED: 'change.option-removed',
  OPTION_RENAMED: 'change.option-renamed',
  STEP_FIELD: 'change.step-field',
  OPTION_FIELD: 'change.option-field',
  STEPS_ORDER: 'change.steps-order',
  OPTIONS_ORDER: 'change.options-order',
} as const satisfies Record<Change['kind'], TextKey>;

/** One sentence for a change. */
export function describeChange(change: Change, translator: Pick<Translator, 't' | 'list'>): string {
  const { kind, ...values } = change;
  const { field, before, after, ...names } = values as Partial<Record<'field' | 'before' | 'after', unknown>>;
  return translator.t(SENTENCES[kind], {
    ...(names as Record<string, string>),
    field: typeof field === 'string' ? describeField(field, translator) : '',
    before: describeValue(before, translator),
    after: describeValue(after, translator),
  });
}

/** What a change does to answers that are stored already. docs/releases.md "Rollback". */
export type Consequence = 'KEPT' | 'RENAMED' | 'LOST';

export function findConsequences(changes: readonly Change[]): Consequence[] {
  const found: Consequence[] = ['KEPT'];
  if (changes.some(({ kind }) => kind === 'OPTION_RENAMED' || kind === 'STEP_REPLACED')) found.push('RENAMED');
  if (changes.some(({ kind }) => kind === 'OPTION_REMOVED' || kind === 'STEP_REMOVED')) found.push('LOST');
  return found;
}
