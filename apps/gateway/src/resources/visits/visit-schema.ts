import {
  isHandle,
  isLocale,
  MAX_TEXT_LENGTH,
  MAX_VISIT_BATCH,
  MAX_VISIT_EVENT_NUMBER,
  MAX_VISIT_MS,
} from '@svc/domain';
import { z } from 'zod';
import { anyCase } from '../../parse/any-case.js';

const integer = (name: string, [min, max]: [number, number]) => {
  const message = `${name} must be an integer from ${min} to ${max}.`;
  return z.int(message).min(min, message).max(max, message);
};

const VISIT_ID_MESSAGE = 'visitId must be 8 to 64 letters, digits, - or _, made at random for each page load.';
const EVENTS_MESSAGE = `events must be an array of 1 to ${MAX_VISIT_BATCH} events.`;
const VERSION_MESSAGE = 'versionId must be the id of the version that the page shows.';
const LOCALE_MESSAGE = 'locale must be a BCP 47 language tag, for example de or pt-BR.';
const SOURCE_MESSAGE = `source must be a text of at most ${MAX_TEXT_LENGTH} characters, or missing.`;

/** Longer tags are not in use. */
export const MAX_LOCALE_LENGTH = 35;

const visitEvent = z
  .strictObject({
    n: integer('n', [0, MAX_VISIT_EVENT_NUMBER]).describe(
      'Number of the event within its visit; the same number again counts once.',
    ),
    type: anyCase(['SHOWN', 'ANSWERED', 'BACK', 'FINISHED', 'LEFT']),
    stepId: integer('stepId', [1, Number.MAX_SAFE_INTEGER]),
    atMs: integer('atMs', [0, MAX_VISIT_MS]).describe('Milliseconds since the visit began.'),
  })
  .meta({ id: 'FunnelVisitEvent' });

const VISITOR_MESSAGE = 'visitorId must be 16 to 64 letters, digits, - or _, made at random by the browser.';
const visitorId = z.string(VISITOR_MESSAGE).regex(/^[A-Za-z0-9_-]{16,64}$/, VISITOR_MESSAGE);

/** The body of POST visits on a funnel's host. An unknown field is an error, so that a misspelled one is noticed. */
export const funnelVisit = z
  .strictObject({
    kind: z.literal('FUNNEL', "kind must be 'FUNNEL' or 'SHOP'."),
    visitId: z
      .string(VISIT_ID_MESSAGE)
      .regex(/^[A-Za-z0-9_-]{8,64}$/, VISIT_ID_MESSAGE)
      .describe('Made at random by the page for each page load.'),
    versionId: z
      .string(VERSION_MESSAGE)
      .min(1, VERSION_MESSAGE)
      .describe('Any version that the funnel has or had; visits of drafts are counted nowhere.'),
    source: z.string(SOURCE_MESSAGE).max(MAX_TEXT_LENGTH, SOURCE_MESSAGE).nullish().describe('Tracking source.'),
    locale: z
      .string(LOCALE_MESSAGE)
      .max(MAX_LOCALE_LENGTH, LOCALE_MESSAGE)
      .refine(isLocale, LOCALE_MESSAGE)
      .nullish()
      .describe('Language of the page, BCP 47. Default: the first language of Accept-Language.'),
    device: anyCase(['PHONE', 'TABLET', 'DESKTOP'])
      .nullish()
      .describe('Any letter case. Default: by the user agent, of which nothing else is stored.'),
    experiment: z
      .strictObject({ id: z.string().min(1).max(64), arm: z.enum(['A', 'B', 'C']) })
      .nullish()
      .describe('The test that the page was assigned to, as it came with the questions.'),
    visitorId: visitorId
      .nullish()
      .describe('Kept by the browser for 30 days, if the visitor agreed. Stored as a hash, with a test only.'),
    events: z.array(visitEvent, EVENTS_MESSAGE).min(1, EVENTS_MESSAGE).max(MAX_VISIT_BATCH, EVENTS_MESSAGE),
  })
  .meta({ id: 'FunnelVisit' });

export type FunnelVisitReport = z.output<typeof funnelVisit>;

const COMPANY_MESSAGE = 'company must be the company key, which has 25 characters.';
const FUNNEL_MESSAGE = 'funnel must be the sub-domain of a funnel, or missing.';

const shopVisitEvent = z
  .strictObject({
    n: integer('n', [0, MAX_VISIT_EVENT_NUMBER]).describe('Number of the event within its visit.'),
    type: anyCase([
      ...([
        'BUTTON_SHOWN',
        'BUTTON_OPENED',
        'WIDGET_SHOWN',
        'WIDGET_OPENED',
        'POPUP_OPENED',
        'ANALYSIS_STARTED',
      ] as const),
      ...(['STEP_SHOWN', 'ANALYSIS_FINISHED', 'RESULT_OPENED', 'CHAT_OPENED', 'CHAT_MESSAGE'] as const),
    ]),
    funnel: z
      .string(FUNNEL_MESSAGE)
      .refine(isHandle, FUNNEL_MESSAGE)
      .nullish()
      .describe('Sub-domain of the funnel that it is about.'),
    atMs: integer('atMs', [0, MAX_VISIT_MS]).describe('Milliseconds since the visit began.'),
  })
  .meta({ id: 'ShopVisitEvent' });

/** The body of POST visits of a shop page. */
export const shopVisit = z
  .strictObject({
    kind: z.literal('SHOP', "kind must be 'SHOP'."),
    visitId: z
      .string(VISIT_ID_MESSAGE)
      .regex(/^[A-Za-z0-9_-]{8,64}$/, VISIT_ID_MESSAGE)
      .describe('Made at random by the page for each page load; stored as a hash, for 24 hours.'),
    company: z
      .string(COMPANY_MESSAGE)
      .length(25, COMPANY_MESSAGE)
      .nullish()
      .describe(
        "The company key. Without it, the company is that of the funnel's host, else that of the page's domain.",
      ),
    events: z.array(shopVisitEvent, EVENTS_MESSAGE).min(1, EVENTS_MESSAGE).max(MAX_VISIT_BATCH, EVENTS_MESSAGE),
  })
  .meta({ id: 'ShopVisit' });

/** The body of POST visits of a visitor who is assigned to an arm of a holdout. */
export const exposure = z
  .strictObject({
    kind: z.literal('EXPOSURE', "kind must be 'EXPOSURE'."),
    company: z
      .string(COMPANY_MESSAGE)
      .length(25, COMPANY_MESSAGE)
      .nullish()
      .describe('The company key. Without it the domain of the page decides.'),
    experimentId: z.string().min(1).max(64).describe('The test, as it came with the settings of the components.'),
    visitorId: visitorId.describe('Kept by the browser for 30 days; stored as a hash.'),
  })
  .meta({ id: 'Exposure' });

export type ExposureReport = z.output<typeof exposure>;

export type ShopVisitReport = z.output<typeof shopVisit>;
