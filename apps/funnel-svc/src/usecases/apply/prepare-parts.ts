import type { BlueprintName, CatalogSection, MatchingConfigPatch, NameLookup } from '@svc/domain';
import { json, ServiceError } from '@svc/kit';
import { type NamesToAsk, namesToAsk, toNameLookup } from '../../domain/apply/look-up-names.js';
import type { ApplyParticipants } from './participants.js';

const TIMEOUT_MS = 20_000;
/** Deadline of a call that only serves warnings; short, so that an apply does not wait for them. */
const NAMES_TIMEOUT_MS = 3_000;

export interface Parts {
  matching: MatchingConfigPatch | undefined;
  catalog: CatalogSection | undefined;
}

export interface PreparedParts {
  /** Paths that the owner of the part would change; funnels by id. */
  matching: string[];
  catalog: string[];
  /** Which names of the blueprint nothing has. */
  lookup: NameLookup;
}

/**
 * Asks the owners what their parts would change, and which names of the blueprint nothing has. That they answer shows that
 * they are up, and that they accept the parts, before anything is written. An owner without a part is not asked, but for
 * names: then no answer is no reason to refuse the blueprint.
 * @throws ServiceError INVALID_BLUEPRINT as the owner says it, UNAVAILABLE when it does not answer.
 */
export async function prepareParts(
  participants: ApplyParticipants,
  company: { id: string; isNew: boolean },
  parts: Parts,
  names: readonly BlueprintName[],
): Promise<PreparedParts> {
  const askCatalog = async () => {
    if (!parts.catalog) return [];
    const request = { companyId: company.id, sectionJson: json.encode(parts.catalog) };
    const answer = participants.catalog.prepareCatalog(request, { timeoutMs: TIMEOUT_MS });
    return (await ask('catalog', answer)).changed;
  };
  const askMatcher = (toAsk: NamesToAsk) => prepareMatching(participants, company.id, parts.matching, toAsk);

  // Where names are looked up depends on whether the catalog changes.
  if (parts.catalog?.catalog && names.length > 0) {
    const catalog = await askCatalog();
    const replaced = catalog.includes('catalog') ? parts.catalog.catalog.products : undefined;
    const toAsk = namesToAsk(names, { replaced, tagging: parts.matching?.tagging, isNew: company.isNew });
    const { changed, lookup } = await askMatcher(toAsk);
    return { matching: changed, catalog, lookup };
  }
  const toAsk = namesToAsk(names, { tagging: parts.matching?.tagging, isNew: company.isNew });
  const [catalog, { changed, lookup }] = await Promise.all([askCatalog(), askMatcher(toAsk)]);
  return { matching: changed, catalog, lookup };
}

async function prepareMatching(
  { matcher }: ApplyParticipants,
  companyId: string,
  part: MatchingConfigPatch | undefined,
  toAsk: NamesToAsk,
): Promise<{ changed: string[]; lookup: NameLookup }> {
  const { names, catalogReplaced } = toAsk;
  if (!part && !names) return { changed: [], lookup: toNameLookup(toAsk) };
  const request = { companyId, patchJson: json.encode(part ?? {}), names, catalogReplaced };
  const answer = matcher.prepareConfig(request, { timeoutMs: part ? TIMEOUT_MS : NAMES_TIMEOUT_MS });
  if (part) {
    const prepared = await ask('matching', answer);
    return { changed: prepared.changed, lookup: toNameLookup(toAsk, prepared) };
  }
  const prepared = await answer.catch(() => undefined);
  return { changed: [], lookup: toNameLookup(toAsk, prepared) };
}

/** Calls a service whose failure leaves the company as it was. */
export async function ask<T>(what: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof ServiceError) || (error.code !== 'UNAVAILABLE' && error.code !== 'TIMEOUT')) throw error;
    throw new ServiceError(
      'UNAVAILABLE',
      `The ${what} service does not answer; nothing was changed. Please try again.`,
      {
        cause: error,
      },
    );
  }
}
