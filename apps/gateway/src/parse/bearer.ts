import type { IncomingMessage } from 'node:http';
import { getHeaderValues } from './header-values.js';

/**
 * The token of `Authorization: Bearer <token>`. Undefined when the header is missing, repeated or anything else; the
 * scheme's letter case does not count (RFC 9110). The query string is never read. docs/contract.md C5.
 */
export function getBearerToken(req: IncomingMessage): string | undefined {
  const values = getHeaderValues(req, 'authorization');
  if (values.length !== 1) return undefined;
  return /^bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(values[0] as string)?.[1];
}
