import { MAX_SELFIE_BYTES, SELFIE_TYPES, type SelfieType } from '@svc/domain';
import { ServiceError } from '@svc/kit';

/** A selfie as it travels to analysis-svc, which looks at the picture itself. */
export interface ParsedSelfie {
  data: Buffer;
  declaredType: SelfieType;
}

const PREFIX = new RegExp(`^data:image/(${SELFIE_TYPES.join('|')});base64,`);

const invalid = (message: string) => new ServiceError('INVALID_SELFIE', message);

/**
 * Decodes `data:image/(jpeg|png|gif|webp);base64,…`, at most 2 MiB. Fails with INVALID_SELFIE.
 * The size is checked before decoding. Strict base64: what does not encode back to the same text (white space,
 * URL-safe letters, missing padding, stray bits) is refused. docs/contract.md C8.5, C8.6; docs/reliability.md R6.1.
 */
export function parseSelfie(dataUrl: string): ParsedSelfie {
  const prefix = PREFIX.exec(dataUrl);
  if (!prefix) {
    throw invalid(`selfie must be a data URL of the form data:image/(${SELFIE_TYPES.join('|')});base64,<data>.`);
  }
  const text = dataUrl.slice(prefix[0].length);
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const size = Math.floor(text.length / 4) * 3 - padding;
  if (size > MAX_SELFIE_BYTES) {
    throw invalid(`The selfie must have at most ${MAX_SELFIE_BYTES} bytes; it has ${size}.`);
  }
  const data = Buffer.from(text, 'base64');
  if (data.length === 0) throw invalid('The selfie must not be empty.');
  if (data.toString('base64') !== text) throw invalid('The selfie must be valid base64.');
  return { data, declaredType: prefix[1] as SelfieType };
}
