import { JSON_TYPE, type Reply } from '../route/answer.js';
import type { MatchHead } from './finished-match.js';
import { getMatchHeaders } from './match-cache-policy.js';

/** The response of a match: of GET, of HEAD without a body, and from memory. */
export const toMatchReply = (match: MatchHead & { readonly body?: Buffer }): Reply<200> => ({
  status: 200,
  type: JSON_TYPE,
  headers: getMatchHeaders(match),
  ...(match.body ? { body: match.body } : {}),
});
