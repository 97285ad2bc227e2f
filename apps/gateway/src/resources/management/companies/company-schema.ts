import { isHandle } from '@svc/domain';
import { z } from 'zod';
import { blueprint } from '../blueprint/blueprint.js';
import { page } from '../page-schema.js';

export const company = z.object({ handle: z.string(), name: z.string() }).meta({ id: 'Company' });

const { name, language, currency } = blueprint.shape;

export const companyRequest = z
  .strictObject({
    handle: z
      .string()
      .refine(isHandle, 'The handle must have 2 to 40 characters of a–z, 0–9 and "-".')
      .describe('Its name in addresses, which cannot be changed.'),
    name,
    language,
    currency,
  })
  .meta({ id: 'CompanyRequest' });

export const createdCompany = z
  .object({ handle: z.string(), companyKey: z.string().describe('COMPANY_ID of the components; no secret.') })
  .meta({ id: 'CreatedCompany' });

const versionRef = z.object({ id: z.string(), number: z.int() });

export const applied = z
  .object({
    company: z.object({ handle: z.string(), companyKey: z.string() }),
    funnels: z.record(
      z.string(),
      z.object({
        id: z.string(),
        published: versionRef.nullable().optional(),
        draft: versionRef.nullable().optional(),
      }),
    ),
    changed: z.array(z.string()).describe('What the apply changed; empty if nothing did.'),
    warnings: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .describe(
        'Parts of the file without effect, such as tags that no product has; the first 100. Paths are JSON pointers into it.',
      ),
  })
  .meta({ id: 'Applied' });

export const companyPage = page(company, 'CompanyPage');
