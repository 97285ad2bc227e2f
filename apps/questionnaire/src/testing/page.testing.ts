import { DEFAULT_PAGE_THEME, type FunnelPage, type PageStep, type PageStepSettings, type StepType } from '@svc/domain';
import type { SafeStorage } from '../shared/safe-storage.js';

const SETTINGS: PageStepSettings = {
  description: null,
  fields: ['firstName', 'email'],
  consentText: null,
  consentVersion: null,
  maxSelections: null,
};

/** A step as the server writes it: `step(3, 'AGE', ['UNDER_16', 'BETWEEN_16_AND_24'])`. */
export const step = (
  id: number,
  type: StepType,
  keys: readonly string[] = [],
  given: Partial<Omit<PageStep, 'settings'>> & { settings?: Partial<PageStepSettings> } = {},
): PageStep => ({
  id,
  type,
  title: `Question ${id}`,
  required: true,
  showWhen: null,
  selections: keys.map((key) => ({ key, caption: `Caption of ${key}` })),
  ...given,
  settings: { ...SETTINGS, ...given.settings },
});

export const buildPage = (steps: PageStep[], given: Partial<FunnelPage> = {}): FunnelPage => ({
  funnel: { id: 'f1', subdomain: 'beauty', name: 'Beauty' },
  company: { name: 'Glow', privacyUrl: null },
  paused: false,
  version: { id: 'v1', number: 1 },
  isPreview: false,
  locale: 'en',
  locales: ['en'],
  domains: [],
  theme: DEFAULT_PAGE_THEME,
  selfie: { requireConsent: false },
  steps,
  ...given,
});

/** A storage that lasts as long as the map. */
export const createStorage = (entries = new Map<string, string>()): SafeStorage => ({
  get: (key) => entries.get(key) ?? null,
  set: (key, value) => void entries.set(key, value),
  remove: (key) => void entries.delete(key),
});
