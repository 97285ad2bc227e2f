import type { CompanySettings, SettingsPatch } from '../../api/settings.js';

export const FIELDS = ['name', 'language', 'currency', 'defaultFunnel', 'privacyUrl'] as const;
export type Field = (typeof FIELDS)[number];
export type Fields = Readonly<Record<Field, string>>;

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The settings as texts of a form; an empty text is a value that is not set. */
export const toFields = ({ name, language, currency, settings }: CompanySettings): Fields => ({
  name,
  language,
  currency,
  defaultFunnel: toText(settings.defaultFunnel),
  privacyUrl: toText(settings.privacyUrl),
});

/** The change that makes `current` what the form says: only keys that differ, and settings that the form does not show as they are. */
export function toPatch(wanted: Fields, current: CompanySettings): SettingsPatch {
  const before = toFields(current);
  const differs = (field: Field) => wanted[field].trim() !== before[field];
  const patch: SettingsPatch = {};
  if (differs('name')) patch.name = wanted.name.trim();
  if (differs('language')) patch.language = wanted.language;
  if (differs('currency')) patch.currency = wanted.currency;
  if (differs('defaultFunnel') || differs('privacyUrl')) {
    patch.settings = {
      ...(current.settings as SettingsPatch['settings']),
      defaultFunnel: wanted.defaultFunnel.trim() || null,
      privacyUrl: wanted.privacyUrl.trim() || null,
    };
  }
  return patch;
}
