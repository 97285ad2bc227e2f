import type { CompanySettings, SettingsPatch } from '../../api/settings.js';
import type { SettingsFields } from './use-settings-form.js';

const NAMES = ['name', 'language', 'currency', 'defaultFunnel', 'privacyUrl'] as const;
export type GeneralField = (typeof NAMES)[number];
type Fields = Readonly<Record<GeneralField, string>>;

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

const toFields = ({ name, language, currency, settings }: CompanySettings): Fields => ({
  name,
  language,
  currency,
  defaultFunnel: toText(settings.defaultFunnel),
  privacyUrl: toText(settings.privacyUrl),
});

/** Only keys that differ. */
function toPatch(wanted: Fields, current: CompanySettings): SettingsPatch {
  const before = toFields(current);
  const differs = (field: GeneralField) => wanted[field].trim() !== before[field];
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

export const GENERAL: SettingsFields<GeneralField> = {
  names: NAMES,
  labels: {
    name: 'company.name',
    language: 'company.language',
    currency: 'company.currency',
    defaultFunnel: 'company.default-funnel',
    privacyUrl: 'company.privacy-url',
  },
  toFields,
  toPatch,
};
