import { z } from 'zod';
import { blueprint } from '../blueprint/blueprint.js';
import { clearable, maybe } from '../blueprint/fields.js';
import { applied } from '../companies/company-schema.js';

const { name, language, currency, domains, settings } = blueprint.shape;

/** Changes of a company itself: keys of a company file. A secret that is left out stays. */
export const companySettingsRequest = z
  .strictObject({
    name,
    language,
    currency,
    domains,
    settings,
    webhook: clearable(
      z.strictObject({
        url: z.string().describe('As it was read, it stays as it is, with its credentials.'),
        secret: z.string().optional().describe('Left out: stays.'),
      }),
      () => null,
    ),
    crm: clearable(
      z.strictObject({
        kind: z.literal('klaviyo'),
        apiKey: z.string().optional().describe('Left out: stays.'),
        baseUrl: maybe(z.string()),
        metric: maybe(z.string()),
      }),
      () => null,
    ),
  })
  .meta({ id: 'CompanySettingsRequest' });

const secret = z.object({
  set: z.literal(true),
  lastFour: z.string().describe('Its last four characters; nothing returns more of it.'),
});

const companySettings = z.object({
  name: z.string(),
  language: z.string(),
  currency: z.string(),
  companyKey: z.string().describe('COMPANY_ID of the components; no secret. A company file changes it.'),
  domains: z.array(z.string()),
  settings: z.record(z.string(), z.unknown()).describe('As in a company file, complete.'),
  webhook: z
    .object({
      url: z.string().describe('Without credentials.'),
      secret,
      formerSecretUntil: z.iso
        .datetime()
        .nullable()
        .describe('Until then the former secret signs as well; null: only the secret signs.'),
    })
    .nullable(),
  crm: z
    .object({
      kind: z.literal('klaviyo'),
      apiKey: secret,
      baseUrl: z.string().optional(),
      metric: z.string().optional(),
    })
    .nullable(),
});
export const companySettingsAnswer = companySettings.meta({ id: 'CompanySettings' });
export const changedCompanySettings = companySettings
  .extend({ warnings: applied.shape.warnings })
  .meta({ id: 'ChangedCompanySettings' });
