import { z } from 'zod';
import { page } from './page-schema.js';

export const company = z.object({ handle: z.string(), name: z.string() }).meta({ id: 'Company' });

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
