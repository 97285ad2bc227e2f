import { ServiceError } from '@svc/kit';
import type { StoredTurn } from '../../db/turns.js';
import { hasCards, type ShownBlock, showStored } from '../../domain/thread/stored-block.js';
import type { Catalogs } from '../companies/catalogs.js';
import type { CompanyProfile } from '../companies/ports.js';

/** When a conversation whose catalog is being compiled is worth asking for again, seconds. docs/chat.md T7.8. */
const RETRY_AFTER_S = 2;

/** What a shopper wrote, or an answer to it. */
export interface ShownMessage {
  readonly at: Date;
  /** Undefined: an answer. */
  readonly text: string | undefined;
  readonly blocks: readonly ShownBlock[];
}

/** Turns with the cards of the current catalog. @throws ServiceError UNAVAILABLE with Retry-After while it cannot be read. */
export async function showTurns(
  catalogs: Catalogs,
  profile: CompanyProfile,
  turns: readonly StoredTurn[],
): Promise<ShownMessage[]> {
  const needsCatalog = turns.some(({ blocks }) => blocks?.some(hasCards));
  const company = needsCatalog ? await catalogs.get(profile) : undefined;
  if (company?.isPreparing) {
    throw new ServiceError(
      'UNAVAILABLE',
      'The products of this conversation cannot be shown yet. The request can be repeated.',
      { retryAfterS: RETRY_AFTER_S },
    );
  }
  const catalog = company ?? { catalog: { variants: [], captions: [] }, documents: new Map<string, number>() };
  const shown = { ...catalog, domains: profile.domains };
  return turns.flatMap(({ text, language, askedAt, answeredAt, blocks }): ShownMessage[] => [
    ...(text === null ? [] : [{ at: askedAt, text, blocks: [] }]),
    ...(answeredAt && blocks
      ? [
          {
            ...{ at: answeredAt, text: undefined },
            blocks: blocks.flatMap((block) => showStored(block, shown, language ?? profile.language)),
          },
        ]
      : []),
  ]);
}
