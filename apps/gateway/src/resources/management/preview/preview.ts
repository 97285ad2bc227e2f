import {
  type CatalogCard,
  DEFAULT_REPLAYED_ANALYSES,
  MAX_FIRST_CARDS,
  MAX_REPLAYED_ANALYSES,
  type PresentedMatch,
  RESULT_CARDS_PER_TAB,
  type ReplayedParts,
} from '@svc/domain';
import { analysisNotFound, json as kitJson, ServiceError } from '@svc/kit';
import type { MatchingInput, RuleEffect } from '@svc/proto';
import type { z } from 'zod';
import { type Clients, TIMEOUT_MS } from '../../../clients.js';
import { requirePart } from '../../../messages/require-part.js';
import { json, sendJson, toBuffer } from '../../../route/answer.js';
import { jsonBody } from '../../../route/body.js';
import type { Parameter } from '../../../route/parameter.js';
import { route } from '../../../route/route.js';
import { presentTrace } from '../analyses/present-explanation.js';
import { FUNNEL, funnel, getCompany, management } from '../management.js';
import {
  matchPreviewExample,
  previewMatchRequestExample,
  probeRequestExample,
  resultPageEffectExample,
  ruleEffectsExample,
  stepProbeExample,
} from './preview-examples.js';
import {
  type draftParts,
  MAX_PARTS_BYTES,
  previewMatchRequest,
  probeRequest,
  toMatchingAnswers,
} from './preview-schema.js';

const probeFunnel = route({
  ...management,
  method: 'POST',
  path: `${FUNNEL}/probe`,
  id: 'probeFunnel',
  permission: 'manage:funnel.check',
  audit: 'never',
  summary: 'How many variants each answer to a step leaves',
  description:
    'With the answers given so far, and with parts that are not saved in the place of those in force. The color type is not computed; ' +
    'one may be given. Nothing is stored.',
  params: funnel,
  body: jsonBody({
    schema: probeRequest,
    schemaId: 'ProbeRequest',
    examples: { rule: probeRequestExample },
    refused: 'Nothing was counted',
    maxBytes: MAX_PARTS_BYTES,
  }),
  answers: { 200: json('The counts.', 'StepProbe', { probe: stepProbeExample }) },
  errors: ['FUNNEL_NOT_PUBLISHED', 'MATCHER_FAILURE', 'NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, body }) => {
      const { companyId } = await getCompany(clients, params);
      const { funnel: draft } = await prepareDraft(clients, { companyId, subdomain: params.subdomain }, body.parts);
      const probe = await clients.preview.probeStep({ funnel: draft, stepId: body.stepId, ...toAnalysis(body) });
      return sendJson(200, probe);
    },
});

const previewMatch = route({
  ...management,
  method: 'POST',
  path: `${FUNNEL}/preview-match`,
  id: 'previewMatch',
  permission: 'manage:funnel.check',
  audit: 'never',
  summary: 'The match that answers would have',
  description:
    'For answers, or those of a stored analysis, with parts that are not saved in the place of those in force. explain adds the trace ' +
    'of variants, as on the explain route of analyses. Nothing is stored.',
  params: funnel,
  body: jsonBody({
    schema: previewMatchRequest,
    schemaId: 'PreviewMatchRequest',
    examples: { rule: previewMatchRequestExample },
    refused: 'Nothing was matched',
    maxBytes: MAX_PARTS_BYTES,
  }),
  answers: { 200: json('The match.', 'MatchPreview', { match: matchPreviewExample }) },
  errors: [
    'FUNNEL_NOT_PUBLISHED',
    'MATCHER_FAILURE',
    'MATCHING_RESPONSE_TOO_LARGE',
    'MATCHING_SCOPE_TOO_LARGE',
    'NOT_FOUND',
  ],
  handler:
    ({ clients }) =>
    async ({ params, body }) => {
      const { companyId } = await getCompany(clients, params);
      const { funnel: draft } = await prepareDraft(clients, { companyId, subdomain: params.subdomain }, body.parts);
      const analysis =
        body.analysisId === undefined
          ? toAnalysis(body)
          : await loadAnalysis(clients, body.analysisId, requirePart(draft).funnelId);
      const variantIds = [...new Set(body.explain)];
      const { resultPage, locale } = body;
      const answer = await clients.preview.previewMatch({ funnel: draft, resultPage, locale, variantIds, ...analysis });
      const { variants, ...match } = kitJson.decode<PresentedMatch>(toBuffer(answer.matchJson));
      const shown = new Set([...selectFirst(match.tabs.length > 0 ? match.tabs : [{ variants }]), ...variantIds]);
      return sendJson(200, {
        ...match,
        matchedVariants: variants,
        cards: await loadCards(clients, companyId, [...shown]),
        explanation: answer.explanation ? presentTrace(answer.explanation) : null,
      });
    },
});

const last: Parameter<number> = {
  description: `How many of the newest analyses are measured, 1 to ${MAX_REPLAYED_ANALYSES}.`,
  example: 500,
  schema: { type: 'integer', minimum: 1, maximum: MAX_REPLAYED_ANALYSES, default: DEFAULT_REPLAYED_ANALYSES },
  read: ([value = String(DEFAULT_REPLAYED_ANALYSES)], name) => {
    if (/^[1-9][0-9]{0,3}$/.test(value) && Number(value) <= MAX_REPLAYED_ANALYSES) return Number(value);
    throw new ServiceError('INVALID_QUERY', `${name} must be an integer from 1 to ${MAX_REPLAYED_ANALYSES}.`);
  },
};

const getRuleEffects = route({
  ...management,
  method: 'GET',
  path: `${FUNNEL}/rules/effect`,
  id: 'getRuleEffects',
  permission: 'manage:funnel.check',
  summary: 'What each rule does in the newest analyses',
  description:
    'With the published version and the settings in force. What an exclusion removes is what would match if only it were gone, so a ' +
    'variant that two rules exclude is counted for neither.',
  params: funnel,
  query: { last },
  answers: { 200: json('The effects, in rule order.', 'RuleEffects', { effects: ruleEffectsExample }) },
  errors: ['FUNNEL_NOT_PUBLISHED', 'MATCHER_FAILURE', 'NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, query }) => {
      const { companyId } = await getCompany(clients, params);
      const request = { companyId, subdomain: params.subdomain, analyses: query.last };
      const { date, analyses, rules } = await clients.releases.getRuleEffects(request, {
        timeoutMs: TIMEOUT_MS.replay,
      });
      return sendJson(200, { date, asked: query.last, analyses, rules: rules.map(presentEffect) });
    },
});

const getResultPageEffect = route({
  ...management,
  method: 'GET',
  path: `${FUNNEL}/result-page/effect`,
  id: 'getResultPageEffect',
  permission: 'manage:funnel.check',
  summary: 'What each tab holds in the newest analyses',
  description: 'With the published version and the settings in force. Tabs that are off are left out.',
  params: funnel,
  query: { last },
  answers: { 200: json('The tabs, in order.', 'ResultPageEffect', { effect: resultPageEffectExample }) },
  errors: ['FUNNEL_NOT_PUBLISHED', 'MATCHER_FAILURE', 'NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, query }) => {
      const { companyId } = await getCompany(clients, params);
      const request = { companyId, subdomain: params.subdomain, analyses: query.last };
      const { date, analyses, tabs } = await clients.releases.getRuleEffects(request, { timeoutMs: TIMEOUT_MS.replay });
      return sendJson(200, { date, asked: query.last, analyses, tabs });
    },
});

/** What a change would do, while it is edited. docs/management.md "Consequences while editing". */
export const preview = [probeFunnel, previewMatch, getRuleEffects, getResultPageEffect];

/** Checks parts that are not saved. Fails with INVALID_REQUEST; paths of details begin with `/parts`. */
export async function prepareDraft(
  { releases }: { releases: Pick<Clients['releases'], 'prepareDraft'> },
  owner: { companyId: string; subdomain: string },
  parts: z.output<typeof draftParts> | undefined,
) {
  const { steps, ...settings } = parts ?? {};
  const given: ReplayedParts = { ...settings, ...(steps ? { published: { steps } } : {}) };
  try {
    return await releases.prepareDraft({ ...owner, partsJson: kitJson.encode(given), stored: undefined });
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'INVALID_REQUEST') throw error;
    throw error.withPaths((path) => `/parts${path.replace(/^\/published\/steps/, '/steps')}`);
  }
}

const toAnalysis = (
  body: Pick<z.output<typeof previewMatchRequest>, 'answers' | 'colorType' | 'hasSelfie' | 'hasContact'>,
) => ({
  answersJson: kitJson.encode(toMatchingAnswers(body.answers ?? { selectionValues: [] })),
  colorJson: body.colorType && kitJson.encode({ type: body.colorType, scores: { [body.colorType]: 1 } }),
  hasSelfie: body.hasSelfie,
  hasContact: body.hasContact,
});

/** A stored analysis of this funnel; others look as if they did not exist. */
async function loadAnalysis(
  { analysis }: { analysis: Pick<Clients['analysis'], 'getMatchingInput'> },
  analysisId: string,
  funnelId: string,
) {
  const { input } = await analysis.getMatchingInput({ analysisId }).catch((error: unknown) => {
    throw error instanceof ServiceError && error.code === 'NOT_FOUND' ? analysisNotFound() : error;
  });
  if (!input || input.funnelId !== funnelId) throw analysisNotFound();
  const { answersJson, colorJson, hasSelfie, hasContact }: MatchingInput = input;
  return { answersJson, colorJson, hasSelfie, hasContact };
}

/** The first of each list, from the first list on, as many as fit. */
function selectFirst(lists: readonly { variants: readonly string[] }[]): string[] {
  const first = new Set(lists.flatMap(({ variants }) => variants.slice(0, RESULT_CARDS_PER_TAB)));
  return [...first].slice(0, MAX_FIRST_CARDS);
}

/** Cards by id. A catalog that does not answer is no reason to refuse the match: ids stand for themselves. */
async function loadCards(
  { variants }: { variants: Pick<Clients['variants'], 'getVariants'> },
  companyId: string,
  variantIds: string[],
): Promise<Record<string, CatalogCard>> {
  if (variantIds.length === 0) return {};
  const found = await variants.getVariants({ companyId, variantIds }).catch(() => ({ variants: [] }));
  return Object.fromEntries(found.variants.map((card) => [card.variantId, card]));
}

const presentEffect = ({ excludes, requires, boosts, pins, ...effect }: RuleEffect) => ({
  ...effect,
  excludes: excludes ?? null,
  requires: requires ?? null,
  boosts: boosts ?? null,
  pins: pins ?? null,
});
