import {
  type Blueprint,
  COLOR_TAXONOMIES,
  type ColorTaxonomy,
  DEFAULT_ASSORTMENT,
  DEFAULT_COMPANY_SETTINGS,
  DEFAULT_CURRENCY,
  DEFAULT_LANGUAGE,
  DEFAULT_MATCHING,
  DEFAULT_RESULT_PAGE,
  DEFAULT_TAGGING,
  MAX_DOMAINS,
  MAX_FUNNELS,
} from '@svc/domain';
import { z } from 'zod';
import { boundedArray } from './bounded.js';
import { catalog, feed } from './catalog.js';
import { chatSettings } from './chat-settings.js';
import { componentSettings } from './component-settings.js';
import { clearable, copy, flag, orDefault } from './fields.js';
import { assortment, matching, productSets, resultPage, tagging } from './matching.js';
import { crm, theme } from './pages.js';
import { version } from './step.js';

const settings = z.strictObject({
  ...componentSettings,
  colorTaxonomy: orDefault(
    z.enum(Object.keys(COLOR_TAXONOMIES) as [ColorTaxonomy, ...ColorTaxonomy[]]),
    () => DEFAULT_COMPANY_SETTINGS.colorTaxonomy,
  ).describe('Color types of new analyses; `color_type:` tags and `colorType` conditions use the same.'),
  selfie: orDefault(
    z.strictObject({
      requireConsent: flag(false).describe('A selfie without `selfieConsent: true` is not analyzed.'),
      undertone: flag(false).describe('A selfie may fill the undertone.'),
    }),
    copy(DEFAULT_COMPANY_SETTINGS.selfie),
  ),
  theme: orDefault(theme, copy(DEFAULT_COMPANY_SETTINGS.theme)).describe('How the pages of its funnels look.'),
  timeZone: orDefault(z.string(), () => DEFAULT_COMPANY_SETTINGS.timeZone).describe(
    'Time zone of days in reports, of the IANA list, for example Europe/Berlin.',
  ),
  analysisRetentionDays: orDefault(z.number().nullable(), () => null).describe(
    'Days after which analyses are deleted, 30 to 36500; the operator may have a shorter time. null: that time.',
  ),
  privacyUrl: orDefault(z.string().nullable(), () => null).describe('Privacy notice, to which the pages link.'),
  chat: chatSettings.describe('What the chat says and how long it keeps conversations.'),
});

const funnel = z
  .strictObject({
    subdomain: z.string(),
    host: z.string().nullable().optional().describe("A full host name of the funnel's own."),
    name: z.string().optional(),
    value: z.string().nullable().optional().describe('`funnel_value` of the webhook; null: the name.'),
    paused: clearable(z.boolean(), () => false),
    archived: clearable(z.boolean(), () => false),
    assortment: clearable(assortment, copy(DEFAULT_ASSORTMENT)),
    matching: clearable(matching, copy(DEFAULT_MATCHING)),
    resultPage: clearable(resultPage, copy(DEFAULT_RESULT_PAGE)),
    published: version.optional().describe('Published only when it differs from the current published version.'),
    draft: clearable(version, () => null).describe('null: no draft.'),
  })
  .meta({ id: 'BlueprintFunnel' });

/**
 * A company as code: what apply accepts. Unknown keys are errors. The parsed value is `Blueprint` of libs/domain, with
 * left-out keys absent, cleared ones given as their empty value, and everything below a given key complete.
 */
export const blueprint = z
  .strictObject({
    handle: z.string().optional().describe("When given, it must equal the path's."),
    name: z.string().optional(),
    language: clearable(z.string(), () => DEFAULT_LANGUAGE).describe('Company language, BCP 47.'),
    currency: clearable(z.string(), () => DEFAULT_CURRENCY).describe('ISO 4217.'),
    domains: clearable(boundedArray(z.string(), { max: MAX_DOMAINS, what: 'domains' }), () => []),
    companyKey: z.string().nullable().optional().describe('25 letters and digits; generated when absent.'),
    settings: clearable(settings, copy(DEFAULT_COMPANY_SETTINGS)),
    webhook: clearable(z.strictObject({ url: z.string(), secret: z.string() }), () => null),
    crm: clearable(crm, () => null).describe(
      'Receives finished analyses of the legacy route, in addition to the webhook.',
    ),
    tagging: clearable(tagging, copy(DEFAULT_TAGGING)),
    sets: clearable(productSets, () => []),
    catalog: clearable(catalog, () => ({ products: [] })),
    feed: clearable(feed, () => null),
    funnels: clearable(boundedArray(funnel, { max: MAX_FUNNELS, what: 'funnels in a company' }), () => []).describe(
      'Not a complete list: funnels that are left out stay unchanged.',
    ),
  })
  .meta({ id: 'Blueprint', description: 'A company as code.' });

/** Proof for the compiler that the schema yields what the services take. */
export const toBlueprint = (value: z.output<typeof blueprint>): Blueprint => value as Blueprint satisfies Blueprint;
