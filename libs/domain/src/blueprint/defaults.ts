import { DEFAULT_CHAT_SETTINGS } from '../chat/chat-settings.js';
import { DEFAULT_COMPONENT_SETTINGS } from '../components/component-settings.js';
import { DEFAULT_ANALYSIS_SETTINGS } from '../funnel/analysis-settings.js';
import type { Step } from '../funnel/steps.js';
import { FEED_INTERVAL_HOURS } from '../limits.js';
import type { Tagging } from '../matching/matching-settings.js';
import { DEFAULT_PAGE_THEME } from '../page/page-theme.js';
import type { CompanySettings, Feed } from './blueprint.js';

/** What a blueprint may leave out, as management.md decides it. Matching defaults stand in matching-settings.ts. */
export const DEFAULT_LANGUAGE = 'en';
export const DEFAULT_CURRENCY = 'EUR';

export const DEFAULT_COMPANY_SETTINGS: CompanySettings = {
  ...DEFAULT_COMPONENT_SETTINGS,
  theme: DEFAULT_PAGE_THEME,
  privacyUrl: null,
  timeZone: 'UTC',
  chat: DEFAULT_CHAT_SETTINGS,
  analysisRetentionDays: null,
  ...DEFAULT_ANALYSIS_SETTINGS,
};
export const DEFAULT_TAGGING: Tagging = { products: {}, variants: {} };
/** docs/contract.md C18: a CSV product feed is synced every 12 hours. */
export const DEFAULT_FEED: Pick<Feed, 'format' | 'everyHours'> = { format: 'auto', everyHours: FEED_INTERVAL_HOURS };

export const DEFAULT_STEP: Pick<Step, 'formerIds' | 'required' | 'strict' | 'showWhen' | 'settings'> = {
  formerIds: [],
  required: true,
  strict: false,
  showWhen: null,
  settings: {},
};

/** Key of a step that names none. */
export const defaultStepKey = (stepId: number): string => `step_${stepId}`;
