import { type ContactField, isContactField } from '../answers/answer-fields.js';
import { isLocale, type LocalizedText } from '../funnel/localize.js';
import { readsSetting } from '../funnel/step-types.js';
import type { Step } from '../funnel/steps.js';
import type { PageStepSettings } from './funnel-page.js';

/** EMAIL asks for these where its settings name none. */
const DEFAULT_FIELDS: readonly ContactField[] = ['firstName', 'email'];

/** Texts among a step's settings; a plain string is the default text, and what is no text is none. */
export function settingsTexts({ type, settings }: Step): { description: LocalizedText; consentText: LocalizedText } {
  const hasConsent = readsSetting(type, 'consentText');
  return { description: toText(settings.description), consentText: hasConsent ? toText(settings.consentText) : {} };
}

/**
 * What a step's settings mean to the page. They are checked when a blueprint is applied; versions that were stored before
 * that may hold anything, so what cannot be read has its default.
 * @param localized - picks the text of the page's language; undefined: there is none.
 */
export function readStepSettings(step: Step, localized: (text: LocalizedText) => string | undefined): PageStepSettings {
  const { fields, consentVersion, maxSelections } = step.settings;
  const { description, consentText } = settingsTexts(step);
  const named = Array.isArray(fields) ? [...new Set(fields)].filter(isContactField) : [];
  return {
    description: localized(description) || null,
    fields: named.length > 0 ? named : [...DEFAULT_FIELDS],
    consentText: localized(consentText) || null,
    consentVersion:
      readsSetting(step.type, 'consentVersion') && typeof consentVersion === 'string' ? consentVersion : null,
    maxSelections: readsSetting(step.type, 'maxSelections') && isCount(maxSelections) ? maxSelections : null,
  };
}

function toText(value: unknown): LocalizedText {
  if (typeof value === 'string') return { default: value };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  const entries = Object.entries(value as Record<string, unknown>);
  return Object.fromEntries(
    entries.filter(([tag, text]) => typeof text === 'string' && (tag === 'default' || isLocale(tag))),
  ) as LocalizedText;
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) > 0;
