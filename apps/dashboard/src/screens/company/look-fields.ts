import { DEFAULT_PAGE_THEME, type PageTheme } from '@svc/domain';
import type { CompanySettings, SettingsPatch } from '../../api/settings.js';
import type { SettingsFields } from './use-settings-form.js';

const NAMES = [
  'colorScheme',
  'accentColor',
  'backgroundColor',
  'textColor',
  'fontFamily',
  'fontUrl',
  'logoUrl',
  'cornerRadius',
] as const satisfies readonly (keyof PageTheme)[];
export type LookField = (typeof NAMES)[number];
export type LookFields = Readonly<Record<LookField, string>>;

const readTheme = ({ settings }: CompanySettings): PageTheme => ({
  ...DEFAULT_PAGE_THEME,
  ...(settings.theme as Partial<PageTheme> | undefined),
});

const toFields = (settings: CompanySettings): LookFields => {
  const theme = readTheme(settings);
  return Object.fromEntries(NAMES.map((name) => [name, String(theme[name] ?? '')])) as LookFields;
};

/** An empty field is the page's own value. What is no number stays as it was typed, and the service says what is wrong with it. */
function toTheme(fields: LookFields): Record<LookField, string | number | null> {
  const radius = fields.cornerRadius.trim();
  const texts = Object.fromEntries(NAMES.map((name) => [name, fields[name].trim() || null]));
  return {
    ...(texts as Record<LookField, string | null>),
    cornerRadius: radius === '' ? null : Number.isNaN(Number(radius)) ? radius : Number(radius),
  };
}

const toPatch = (wanted: LookFields, current: CompanySettings): SettingsPatch => ({
  settings: { ...current.settings, theme: toTheme(wanted) } as SettingsPatch['settings'],
});

export const LOOK: SettingsFields<LookField> = {
  names: NAMES,
  labels: {
    colorScheme: 'look.scheme',
    accentColor: 'look.accent',
    backgroundColor: 'look.background',
    textColor: 'look.text-color',
    fontFamily: 'look.font',
    fontUrl: 'look.font-url',
    logoUrl: 'look.logo',
    cornerRadius: 'look.radius',
  },
  toFields,
  toPatch,
};
