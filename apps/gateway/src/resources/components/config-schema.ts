import { TRACKING_CONSENTS } from '@svc/domain';
import { z } from 'zod';

const zIndex = z.int().nullable().describe('null: the company names none.');
const color = z.string().nullable().describe('#rrggbb');

/** Texts of the components, in one language. */
const texts = z
  .object({
    language: z.string().describe('Of these texts.'),
    launcher: z.string().describe('Label of the floating action button.'),
    close: z.string(),
    widget: z.string().describe("Label of the widget's region."),
    expand: z.string(),
    collapse: z.string(),
    invitation: z.string(),
    start: z.string(),
    suitsYou: z.string(),
    moreSuitsYou: z.string(),
    allResults: z.string(),
    yourResults: z.string(),
    ask: z.string().describe('Opens the chat in the widget.'),
    addToCart: z.string(),
    added: z.string(),
    inCart: z.string(),
    viewCart: z.string(),
  })
  .meta({ id: 'ComponentTexts' });

const funnel = z
  .object({
    subdomain: z.string(),
    name: z.string(),
    address: z.url().describe("Origin of the funnel's page."),
    state: z.enum(['PUBLISHED', 'DRAFT', 'PAUSED']),
    hasSelfie: z.boolean().describe('The frame may use the camera.'),
  })
  .meta({ id: 'ComponentFunnel' });

/** What the components of a shop page need to know of its company. Equal to `ComponentConfig` of libs/components. */
export const componentConfig = z
  .object({
    company: z.string().describe('Handle.'),
    domainAllowed: z.boolean().describe("The page belongs to the company's domains; otherwise frames are refused."),
    version: z.string().describe('Changes with every change of the answer.'),
    components: z.object({
      popup: z.boolean(),
      widget: z.boolean(),
      floatingActionButton: z.boolean(),
      chat: z.boolean(),
    }),
    zIndex: z.object({ popup: zIndex, widget: zIndex, floatingActionButton: zIndex }),
    theme: z.object({
      colorScheme: z.enum(['auto', 'light', 'dark']),
      accentColor: color,
      onAccentColor: color.describe('Text on the accent color, with a contrast of at least 4.5:1.'),
      backgroundColor: color,
      textColor: color,
      fontFamily: z.string().nullable(),
      cornerRadius: z.int().nullable().describe('Pixels.'),
    }),
    defaultFunnel: z.string().nullable().describe('Sub-domain.'),
    funnels: z
      .array(funnel)
      .describe('Published ones; with drafts=1 also drafts and paused ones. As many as fit into 4 kB.'),
    hasMoreFunnels: z.literal(true).optional().describe('Only when true: `funnel` names one of the others.'),
    widget: z.object({ isCollapsed: z.boolean() }),
    cart: z.boolean().describe('false: no add-to-cart button.'),
    chat: z.object({
      greeting: z.string(),
      starters: z.array(z.string()),
      privacyUrl: z.string().nullable(),
      contactUrl: z.string().nullable(),
      languageModel: z
        .literal(true)
        .optional()
        .describe('Only when true: a language model may choose what is answered.'),
    }),
    tracking: z.object({
      consent: z.enum(TRACKING_CONSENTS),
      attributionDays: z.int(),
      parameters: z.array(z.string()).optional().describe('Left out when there are none.'),
    }),
    storeContactData: z
      .boolean()
      .optional()
      .describe('Only when false: no names and no e-mail addresses in the storage of the shop.'),
    visitor: z
      .object({
        holdout: z
          .object({
            id: z.string(),
            salt: z.string(),
            weights: z.array(z.int()).describe('Of visitors without and with components.'),
            dry: z.literal(true).optional().describe('All visitors see the components.'),
          })
          .optional()
          .describe('A running test of the components. Left out when there is none.'),
      })
      .optional()
      .describe('Only if an id of the visitor may be kept, once the visitor agreed.'),
    productPaths: z.array(z.string()).describe("Beginnings of the paths of the catalog's product pages, at most 20."),
    texts,
  })
  .meta({ id: 'ComponentConfig' });

export type ComponentConfigBody = z.output<typeof componentConfig>;
