import type { PresentedMatch } from '@svc/domain';
import { createClient, json } from '@svc/kit';
import { PresentationServiceClient } from '@svc/proto';
import type { StoredMatchingInput } from '../db/analyses.js';
import { toMatchingInput } from '../handlers/to-matching-input.js';

/** The calls that this service makes to matcher-svc. */
export interface MatcherClient {
  /** The match of an analysis as people see it. Fails with MATCHING_SCOPE_TOO_LARGE, NOT_FOUND or MATCHER_FAILURE. */
  presentMatch(input: StoredMatchingInput, locale: string): Promise<PresentedMatch>;
  close(): void;
}

/**
 * Deadline of a match, milliseconds, as on the match route; that of the caller holds if it is sooner.
 * docs/reliability.md R7.11.
 */
const MATCH_TIMEOUT_MS = 2_500;

/** @param address - `host:port` of matcher-svc; several are separated by commas. */
export function createMatcherClient(address: string): MatcherClient {
  const client = createClient(PresentationServiceClient, address, {
    timeoutMs: MATCH_TIMEOUT_MS,
    // It only reads.
    retry: ['presentMatch'],
  });
  return {
    async presentMatch(input, locale) {
      const { matchJson } = await client.presentMatch({ input: toMatchingInput(input), locale });
      return json.decode<PresentedMatch>(matchJson);
    },
    close: () => client.close(),
  };
}
