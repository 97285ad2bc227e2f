import type { CatalogSection, MatchingConfigPatch } from '@svc/domain';
import { json, ServiceError } from '@svc/kit';
import type { Participants } from './participants.js';

const TIMEOUT_MS = 20_000;

export interface Parts {
  matching: MatchingConfigPatch | undefined;
  catalog: CatalogSection | undefined;
}

/** Paths that the owners of the parts would change; funnels by id. */
export interface PreparedParts {
  matching: string[];
  catalog: string[];
}

/**
 * Asks the owners what their parts would change. That they answer shows that they are up, and that they accept the parts,
 * before anything is written. An owner without a part is not asked.
 * @throws ServiceError INVALID_BLUEPRINT as the owner says it, UNAVAILABLE when it does not answer.
 */
export async function prepareParts(
  participants: Participants,
  companyId: string,
  parts: Parts,
): Promise<PreparedParts> {
  const options = { timeoutMs: TIMEOUT_MS };
  const [matching, catalog] = await Promise.all([
    parts.matching &&
      ask(
        'matching',
        participants.matcher.prepareConfig(
          { companyId, patchJson: json.encode(parts.matching), catalogReplaced: false },
          options,
        ),
      ),
    parts.catalog &&
      ask(
        'catalogue',
        participants.catalog.prepareCatalog({ companyId, sectionJson: json.encode(parts.catalog) }, options),
      ),
  ]);
  return { matching: matching?.changed ?? [], catalog: catalog?.changed ?? [] };
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
