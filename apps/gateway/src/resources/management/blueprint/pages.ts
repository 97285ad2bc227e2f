import { DEFAULT_PAGE_THEME } from '@svc/domain';
import { z } from 'zod';
import { maybe, orDefault } from './fields.js';

const text = orDefault(z.string().nullable(), () => null);

/** `settings.theme`. Formats are `checkTheme` of libs/domain. */
export const theme = z
  .strictObject({
    colorScheme: orDefault(z.enum(['auto', 'light', 'dark']), () => DEFAULT_PAGE_THEME.colorScheme).describe(
      "`auto` follows the visitor's system.",
    ),
    accentColor: text.describe('`#rrggbb` of buttons, progress and what is chosen.'),
    backgroundColor: text.describe('`#rrggbb` of the light scheme; together with `textColor` or not at all.'),
    textColor: text.describe('`#rrggbb` of the light scheme; together with `backgroundColor` or not at all.'),
    fontFamily: text.describe('CSS font families, for example `"Lora", Georgia, serif`.'),
    fontUrl: text.describe('A WOFF2 file that holds the first of the families.'),
    logoUrl: text,
    cornerRadius: orDefault(z.int().nullable(), () => null).describe('Of buttons and cards, pixels, 0 to 32.'),
  })
  .meta({ id: 'PageTheme', description: 'How the pages of a funnel look; null: their own.' });

/** `crm`: a marketing system that receives finished analyses. */
export const crm = z
  .strictObject({
    kind: z.literal('klaviyo'),
    apiKey: z.string().describe('Private key; keep it secret.'),
    baseUrl: maybe(z.string()).describe("Default: Klaviyo's own address."),
    metric: maybe(z.string()).describe('Name of the event.'),
  })
  .meta({ id: 'CrmAccount' });
