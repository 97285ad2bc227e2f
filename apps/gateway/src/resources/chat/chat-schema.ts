import { isLocale, MAX_CHAT_TEXT_LENGTH, MAX_SHOP_ID_BYTES } from '@svc/domain';
import { z } from 'zod';

const text = (name: string, maxLength: number) => {
  const message = `${name} must be a text of 1 to ${maxLength} characters.`;
  return z.string(message).min(1, message).max(maxLength, message);
};
const LOCALE_MESSAGE = 'locale must be a BCP 47 language tag, for example de or pt-BR.';
const MAX_LOCALE_LENGTH = 35;
const TEXT_MESSAGE = `text must have 1 to ${MAX_CHAT_TEXT_LENGTH} characters, not only blanks.`;
const OFFERED = 'An id of what the last answer of this conversation offered.';
const INPUT_MESSAGE = 'A turn must have exactly one of text, quickReply and action.';

const chatContext = z
  .strictObject({
    company: text('company', 64)
      .nullish()
      .describe('The company key. Without it the funnel’s host or the page names the company.'),
    locale: z
      .string(LOCALE_MESSAGE)
      .max(MAX_LOCALE_LENGTH, LOCALE_MESSAGE)
      .refine(isLocale, LOCALE_MESSAGE)
      .nullish()
      .describe('Language of the page, BCP 47: of the answer where the message shows none. Default: company language.'),
    path: text('path', 2_048).nullish().describe('Path of the page. Not stored.'),
    productId: text('productId', MAX_SHOP_ID_BYTES).nullish().describe('Product or variant that the page shows.'),
    analysisId: z
      .string('analysisId must be a text.')
      .nullish()
      .describe('An analysis of the shopper. Ignored where the company has no such analysis.'),
    funnel: text('funnel', 64)
      .nullish()
      .describe(
        'Sub-domain of a funnel, whose assortment is spoken about without an analysis. Default: the default funnel.',
      ),
  })
  .meta({ id: 'ChatContext' });

const chatTurn = z
  .strictObject({
    clientTurnId: text('clientTurnId', 64).describe(
      'Made at random for each turn. The same id with the same body again has the same answer for 24 hours.',
    ),
    text: z
      .string(TEXT_MESSAGE)
      .refine((value) => value.trim() !== '' && [...value].length <= MAX_CHAT_TEXT_LENGTH, TEXT_MESSAGE)
      .optional()
      .describe(`What the shopper wrote: 1 to ${MAX_CHAT_TEXT_LENGTH} characters.`),
    quickReply: text('quickReply', 8).optional().describe(OFFERED),
    action: text('action', 8).optional().describe(OFFERED),
  })
  .refine(
    ({ text: written, quickReply, action }) =>
      [written, quickReply, action].filter((one) => one !== undefined).length === 1,
    INPUT_MESSAGE,
  )
  .meta({ id: 'ChatTurn' });

/** The body of both POST routes. An unknown field is an error, so that a misspelled one is noticed. */
export const chatRequest = z.strictObject({ context: chatContext, turn: chatTurn }).meta({ id: 'ChatRequest' });
export type ChatRequest = z.output<typeof chatRequest>;

const card = z
  .object({
    variantId: z.string(),
    productId: z.string(),
    name: z.string(),
    price: z.string().optional().describe('As it is shown, with its currency. Absent: not known.'),
    available: z.boolean(),
    size: z.string().optional(),
    link: z.string().optional(),
    image: z.string().optional(),
  })
  .meta({ id: 'ChatCard' });

const block = z
  .union([
    z.object({ type: z.literal('text'), text: z.string(), link: z.string().optional() }),
    z.object({
      type: z.literal('products'),
      items: z.array(
        z.object({
          variantId: z.string(),
          card: card.nullable().describe('null: of an earlier answer, and the catalog no longer has it.'),
          reasons: z.array(z.string()),
        }),
      ),
    }),
    z.object({
      type: z.literal('comparison'),
      cards: z.array(card),
      rows: z.array(z.object({ label: z.string(), values: z.array(z.string()) })),
    }),
    z.object({
      type: z.literal('actions'),
      items: z.array(
        z.object({
          id: z.string(),
          kind: z.string(),
          label: z.string(),
          url: z.string().optional(),
          variantId: z.string().optional(),
        }),
      ),
    }),
  ])
  .meta({ id: 'ChatBlock' });

/** What both POST routes answer, as JSON. */
export const chatAnswer = z
  .object({
    turnId: z.string(),
    threadId: z
      .string()
      .describe('The capability: a caller that has it can read, continue and delete the conversation.'),
    blocks: z.array(block),
    replies: z.array(z.object({ id: z.string(), label: z.string() })),
  })
  .meta({ id: 'ChatAnswer' });

export const chatMessage = z
  .object({
    createdAt: z.iso.datetime(),
    text: z.string().optional().describe('Of the shopper, without personal data; absent: an answer.'),
    blocks: z.array(block).describe('Of an answer, with the cards of the current catalog.'),
  })
  .meta({ id: 'ChatMessage' });

export const chatThread = z
  .object({
    threadId: z.string(),
    expiresAt: z.iso.datetime(),
    messages: z.array(chatMessage).describe('The newest 100, the oldest first.'),
  })
  .meta({ id: 'ChatThread' });
