import type { ContactField } from '../answers/answer-fields.js';
import type { TrackingConsent } from '../components/component-settings.js';
import type { Condition } from '../funnel/conditions.js';
import type { StepType } from '../funnel/step-types.js';
import type { PageTheme } from './page-theme.js';

/** Everything that the page of a funnel's host needs, in one language; it stands in the page's HTML. Nothing secret. */
export interface FunnelPage {
  funnel: { id: string; subdomain: string; name: string };
  company: { name: string; privacyUrl: string | null };
  paused: boolean;
  version: { id: string; number: number };
  /** The version is the current draft. */
  isPreview: boolean;
  /** BCP 47: the language that was asked for, or the company's. */
  locale: string;
  /** Languages that the steps have texts in, the company's first. */
  locales: string[];
  /** Host names (with a port where it is not the usual one) that may embed the page. */
  domains: string[];
  theme: PageTheme;
  selfie: { requireConsent: boolean };
  /** When the page may report visits and events. Absent in pages of the release before: `IMPLIED`. */
  trackingConsent?: TrackingConsent;
  /** Only when true: the browser may keep an id of its visitor for 30 days, once the visitor agreed. docs/insight.md N15. */
  keepsVisitors?: true;
  /** A test runs on the funnel. `arm` null: nothing is assigned yet, and the page has no steps; they are requested with the id of the visitor, or of the visit. */
  experiment?: { id: string; arm: string | null };
  /** In order. */
  steps: PageStep[];
}

export interface PageStep {
  id: number;
  type: StepType;
  title: string;
  /** A missing answer has to be given, or skipped on purpose where the step allows it. */
  required: boolean;
  showWhen: Condition | null;
  selections: PageSelection[];
  settings: PageStepSettings;
}

export interface PageSelection {
  key: string;
  caption: string;
  imageUrl?: string;
  /** `#rrggbb`, chosen by the merchant; shown where the question has no pictures. */
  color?: string;
}

/** What a step's `settings` mean to the page, localized. Everything has a default. */
export interface PageStepSettings {
  /** A sentence under the title. */
  description: string | null;
  /** EMAIL: what is asked for, in this order. Default: firstName and email. */
  fields: ContactField[];
  /** EMAIL and SELFIE: what the visitor agrees to. Null: the page's own text for a selfie, none for an e-mail address. */
  consentText: string | null;
  /** SELFIE: stored with the consent. */
  consentVersion: string | null;
  /** MULTI_SELECTION: most options that may be chosen. Null: all. */
  maxSelections: number | null;
}
