import type { CatalogCard, ResultCard, ShopperReason, VariantDescription } from '@svc/domain';
import { analysisNotFound, ServiceError } from '@svc/kit';
import { type VariantDescription as DescriptionMessage, fromCitedAnswer, shopperReasonCodes } from '@svc/proto';
import type { Clients } from '../../clients.js';
import { createMatcherFailure, type HostAnalysis } from './find-analysis.js';

export interface CardDeps {
  presentation: Pick<Clients['presentation'], 'describeVariants'>;
  variants: Pick<Clients['variants'], 'getVariants'>;
}

/** Members of sets that are included; a page requests further ones by their ids. One call of DescribeVariants. */
const MAX_MEMBERS = 500;

/** What cards are made of. */
interface Found {
  described: Record<string, VariantDescription>;
  cards: Map<string, CatalogCard>;
}

/**
 * Cards of matched variants, those of their sets' members with them. A variant that is not matched, or that the catalog
 * does not know, has no card: the capability of one analysis gives no access to the rest of the catalog.
 * @param variantIds - at most 500.
 * @throws ServiceError NOT_FOUND, MATCHER_FAILURE, or UNAVAILABLE when the catalog cannot be read.
 */
export async function loadCards(
  deps: CardDeps,
  analysis: HostAnalysis,
  variantIds: readonly string[],
): Promise<Record<string, ResultCard>> {
  if (variantIds.length === 0) return {};
  const shown = await loadVariants(deps, analysis, variantIds);
  const members = findMembers(shown).slice(0, MAX_MEMBERS);
  const inSets = members.length > 0 ? await loadVariants(deps, analysis, members) : null;
  const matched = variantIds.filter((id) => Object.hasOwn(shown.described, id));
  return Object.fromEntries([
    ...matched.flatMap((id) => toCard(shown, id)),
    ...(inSets === null ? [] : members.flatMap((id) => toCard(inSets, id))),
  ]);
}

async function loadVariants(
  deps: CardDeps,
  { input, locale }: HostAnalysis,
  variantIds: readonly string[],
): Promise<Found> {
  const { companyId } = input;
  const [described, catalog] = await Promise.all([
    deps.presentation.describeVariants({ input, variantIds: [...variantIds], locale }).catch(throwMatchFailure),
    deps.variants.getVariants({ companyId, variantIds: [...variantIds] }).catch(throwUnavailable),
  ]);
  return {
    described: Object.fromEntries(described.variants.map((one) => [one.variantId, presentDescription(one)])),
    cards: new Map(catalog.variants.map((card) => [card.variantId, card])),
  };
}

const presentDescription = ({ reasons, set }: DescriptionMessage): VariantDescription => ({
  reasons: reasons.map(({ code, text, answer }) => ({
    code: shopperReasonCodes.toName(code),
    text,
    ...(answer ? { answer: fromCitedAnswer(answer) as NonNullable<ShopperReason['answer']> } : {}),
  })),
  set: set ?? null,
});

/** Members of the sets, in order, that were not requested themselves. */
function findMembers({ described, cards }: Found): string[] {
  const ids = Object.values(described).flatMap(({ set }) => (set ? set.members.map((member) => member.variantId) : []));
  return [...new Set(ids)].filter((id) => !(Object.hasOwn(described, id) && cards.has(id)));
}

/** A member that does not suit has a card without reasons. */
function toCard({ described, cards }: Found, id: string): [string, ResultCard][] {
  const card = cards.get(id);
  if (!card) return [];
  const description = Object.hasOwn(described, id) ? described[id]! : { reasons: [], set: null };
  return [[id, { ...card, ...description }]];
}

/** Addresses of variants that have one, by id. */
export async function loadLinks(
  deps: Pick<CardDeps, 'variants'>,
  { input }: HostAnalysis,
  variantIds: readonly string[],
): Promise<Record<string, string>> {
  if (variantIds.length === 0) return {};
  const request = { companyId: input.companyId, variantIds: [...variantIds] };
  const { variants } = await deps.variants.getVariants(request).catch(throwUnavailable);
  return Object.fromEntries(variants.flatMap(({ variantId, link }) => (link === undefined ? [] : [[variantId, link]])));
}

/** As on the match route: whatever is wrong with the matcher is MATCHER_FAILURE. */
export function throwMatchFailure(error: unknown): never {
  const code = error instanceof ServiceError ? error.code : undefined;
  if (code === 'NOT_FOUND') throw analysisNotFound();
  if (code === 'MATCHING_SCOPE_TOO_LARGE' || code === 'MATCHING_RESPONSE_TOO_LARGE') throw error;
  throw createMatcherFailure(error);
}

function throwUnavailable(error: unknown): never {
  throw new ServiceError('UNAVAILABLE', 'The products cannot be shown now. Please try again.', { cause: error });
}
