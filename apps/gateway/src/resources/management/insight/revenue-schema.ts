import { attributionProofs, attributionRules, chatUses, orderKinds, refusalKinds, revenuePlaces } from '@svc/proto';
import { z } from 'zod';
import { rate } from './insight-schema.js';

/** Amounts are decimal numbers as strings. Currencies, kinds, rules and proofs are never added up. docs/insight.md N7. */
const amount = z.string();

const group = {
  currency: z.string().describe('ISO 4217.'),
  kind: z.enum(orderKinds.all).describe('REPORTED: from a browser. VERIFIED: from a server with an API key.'),
  rule: z
    .enum(attributionRules.all)
    .describe('DIRECT: the analysis recommended the variant. ASSISTED: it recommended another one. NONE: no analysis.'),
  proof: z
    .enum(attributionProofs.all)
    .describe(
      'CONFIRMED: the variant is in the match of an analysis of the company, or was used in it. CLAIMED: not known.',
    ),
  totalsIncludeTax: z.boolean(),
};

const sums = {
  orders: z.int().describe('An order with lines in several rows counts in each.'),
  lines: z.int(),
  gross: amount.describe('Price × quantity less discounts, before refunds.'),
  refunded: amount,
  net: amount.describe('gross less refunded: the attributed revenue; where the rule is NONE, other revenue.'),
};

const counted = {
  ...group,
  chat: z.enum(chatUses.all).describe('RECENT: the last chat message is at most 3 days older than the order.'),
  ...sums,
};

const place = z
  .object({
    place: z
      .enum(revenuePlaces.all)
      .describe(
        'NAMED: the tab or rule of this row. OTHERS: those with the same values that are not listed, together. NONE: in no tab, or moved by no ' +
          'rule. UNKNOWN: it could not be learned when the order arrived.',
      ),
    key: z.string().nullable().describe('Of the tab or rule; null: the row is of none or of several.'),
    funnel: z.string().nullable().describe('Sub-domain of the funnel that has it.'),
    ...group,
    keys: z.int().describe('How many tabs or rules the row is of.'),
    lines: z.int().describe('A line in several tabs, or moved by several rules, counts in each.'),
    gross: sums.gross,
    refunded: sums.refunded,
    net: sums.net,
  })
  .meta({ id: 'RevenuePlace' });

export const revenueReport = z
  .object({
    definition: z.string(),
    asOf: z.iso.datetime(),
    completeUntil: z.iso.datetime(),
    mayFallSince: z.iso.date().describe('Refunds may still reduce the figures of this day and later ones.'),
    timezone: z.string(),
    attributionDays: z
      .array(z.int())
      .describe('Windows that the orders of these days were attributed with, ascending; more than one after a change.'),
    totals: z.array(z.object(counted)).describe('Of all days.'),
    verified: z
      .object({
        definition: z.string(),
        value: rate.nullable().describe('null: there are no lines, or only one kind of orders was asked for.'),
        cases: z.int().describe('Lines of orders.'),
      })
      .describe('The share of lines that a server reported.'),
    days: z.array(z.object({ day: z.iso.date(), ...counted })),
    variants: z
      .array(
        z.object({
          variantId: z
            .string()
            .nullable()
            .describe('null: the variants with the same values of these fields that are not listed, together.'),
          productName: z.string().nullable().describe('null: not in the catalog.'),
          variantName: z.string().nullable(),
          ...group,
          variants: z.int().describe('How many variants the row is of.'),
          analyses: z.int().describe('Those that are credited; one with lines in several rows counts in each.'),
          ...sums,
        }),
      )
      .describe(
        'Attributed revenue by variant, of orders that are kept: 400 days. At most 500 variants of verified and 500 of reported orders, those ' +
          'with the highest amounts.',
      ),
    variantsDefinition: z.string(),
    tabs: z
      .array(place)
      .describe(
        'Attributed revenue by tab of the result page. At most 500 tabs of verified and 500 of reported orders, those with the highest amounts.',
      ),
    tabsDefinition: z.string(),
    rules: z.array(place).describe('The same by rule that pinned the variant, or raised or lowered its score.'),
    rulesDefinition: z.string(),
    cart: z
      .object({
        definition: z.string(),
        analyses: z.int().describe('Of how many analyses, each variant of its own.'),
        values: z.array(z.object({ currency: z.string().describe('ISO 4217.'), value: amount })),
      })
      .describe('The value of what analyses put into carts. It is no revenue.'),
    keptAside: z
      .object({
        waitingRefunds: z.int().describe('Refunds whose order is not known.'),
        unknownRefundLines: z.int().describe('Refunded lines that their order does not have.'),
        lateRefunds: z.int().describe('Refunds made more than 60 days after their order.'),
        excessRefundLines: z
          .int()
          .describe('Lines of which more was refunded than they were worth; the rest reduces nothing.'),
        ordersWithUnknownAnalyses: z.int().describe('Orders that name analyses, none of which could be read.'),
        ordersWithUnreadAnalyses: z
          .int()
          .describe('Orders that name more than 20 analyses; no line is credited to those that were not read.'),
        foreignLines: z
          .int()
          .describe('Lines whose variant the catalog did not have when the order arrived; they are never confirmed.'),
      })
      .describe('Received, and not counted as sent; of the whole company.'),
    refused: z
      .array(
        z.object({
          kind: z.enum(refusalKinds.all),
          reason: z.string().describe('Code of the error.'),
          requests: z.int(),
        }),
      )
      .describe('Orders and refunds that were refused on these days; of the whole company.'),
  })
  .meta({ id: 'RevenueReport' });

export type RevenueReport = z.output<typeof revenueReport>;
