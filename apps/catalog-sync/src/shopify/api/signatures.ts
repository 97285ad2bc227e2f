import { createHmac, timingSafeEqual } from 'node:crypto';

/** Domain of a shop, as Shopify itself gives it. */
const SHOP = /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/;
const MAX_SHOP_LENGTH = 255;

export const isShop = (text: string): boolean => text.length <= MAX_SHOP_LENGTH && SHOP.test(text);

/** Maximum age of a callback, milliseconds. */
const MAX_AGE_MS = 5 * 60_000;

/**
 * Whether a webhook's body was signed by Shopify: base64 of HMAC-SHA256 over its bytes.
 * @param secrets - any of them counts: Shopify continues to sign with the old secret until it is revoked.
 */
export function isSignedBody(body: Uint8Array, signature: string, secrets: readonly string[]): boolean {
  // As texts: Node decodes what is no base64 too.
  return secrets.some((secret) =>
    isSame(Buffer.from(signature), Buffer.from(createHmac('sha256', secret).update(body).digest('base64'))),
  );
}

/**
 * The parameters of a callback that Shopify signed just now: hexadecimal HMAC-SHA256 over all but `hmac`, sorted by name.
 * @param query - as it came. @returns undefined when they are not, or when one comes twice.
 */
export function readSignedQuery(
  query: string,
  secrets: readonly string[],
  now: Date,
): Record<string, string> | undefined {
  const parameters = new URLSearchParams(query);
  const names = [...parameters.keys()];
  if (new Set(names).size !== names.length) return undefined;
  const { hmac = '', ...signed } = Object.fromEntries(parameters);
  const message = Object.keys(signed)
    .sort()
    .map((name) => `${name}=${signed[name]}`)
    .join('&');
  const isSigned = secrets.some((secret) =>
    isSame(Buffer.from(hmac, 'hex'), createHmac('sha256', secret).update(message).digest()),
  );
  if (!/^[0-9a-f]{64}$/i.test(hmac) || !isSigned) return undefined;
  const age = now.getTime() - Number(signed.timestamp) * 1000;
  // Written so that NaN fails.
  return Math.abs(age) <= MAX_AGE_MS ? signed : undefined;
}

const isSame = (given: Buffer, expected: Buffer): boolean =>
  given.length === expected.length && timingSafeEqual(given, expected);
