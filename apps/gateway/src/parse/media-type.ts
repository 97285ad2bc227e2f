import type { IncomingMessage } from 'node:http';
import { ServiceError } from '@svc/kit';

/** `application/json` of `Application/JSON; charset=utf-8`; empty when there is no Content-Type. */
function getMediaType(contentType: string | undefined): string {
  return (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** The charset parameter in lower case, undefined when there is none. */
function getCharset(contentType: string | undefined): string | undefined {
  return /;\s*charset\s*=\s*"?([^";\s]+)"?/i.exec(contentType ?? '')?.[1]?.toLowerCase();
}

/**
 * Refuses a body that is not one of the given types, not UTF-8 (where `utf8` is set) or encoded for transport.
 * Fails with UNSUPPORTED_MEDIA_TYPE; returns the type. docs/contract.md C3.1; docs/reliability.md R7.2.
 */
export function requireMediaType(req: IncomingMessage, types: readonly string[], { utf8 = true } = {}): string {
  const contentType = req.headers['content-type'];
  const type = getMediaType(contentType);
  if (!types.includes(type)) {
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', `Content-Type must be ${types.join(' or ')}.`);
  }
  const encoding = getCharset(contentType);
  if (utf8 && encoding !== undefined && encoding !== 'utf-8' && encoding !== 'utf8') {
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'The charset of the body must be UTF-8.');
  }
  const transport = req.headers['content-encoding'];
  if (transport !== undefined && transport.trim().toLowerCase() !== 'identity') {
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'The body must be sent without a Content-Encoding.');
  }
  return type;
}
