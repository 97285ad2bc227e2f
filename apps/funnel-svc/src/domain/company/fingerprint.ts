import { canonicalJson, sha256 } from '@svc/kit';

const CHARACTERS = 22;

/** Equal for equal content, whatever the order of its keys. */
export const getFingerprint = (content: unknown): string =>
  sha256(canonicalJson(content)).toString('base64url').slice(0, CHARACTERS);
