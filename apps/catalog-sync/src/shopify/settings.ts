import { ConfigError, createSecretBox, env, type SecretBox } from '@svc/kit';

/** Environment of the Shopify app; without the key and the secret there is none. */
export const SHOPIFY_ENV = {
  SHOPIFY_API_KEY: env.string({ optional: true, doc: 'Client id of the Shopify app; unset: no Shopify.' }),
  SHOPIFY_API_SECRET: env.string({ optional: true, secret: true, doc: 'Client secret of the Shopify app.' }),
  SHOPIFY_API_SECRET_PREVIOUS: env.string({
    optional: true,
    secret: true,
    doc: 'The secret before the last rotation, as long as Shopify may sign with it; unset it when the old one is revoked.',
  }),
  SHOPIFY_API_BASE: env.string({
    default: 'https://{shop}',
    doc: 'Where shops are reached; {shop} stands for the domain (tests).',
  }),
  SECRETS_KEY: env.string({
    optional: true,
    secret: true,
    doc: '32 random bytes as base64, for tokens at rest; several with commas between: the first encrypts, all decrypt.',
  }),
  PUBLIC_URL: env.url({
    optional: true,
    doc: 'Address under which Shopify and browsers reach the API, for example https://api.example.com.',
  }),
};

export interface ShopifySettings {
  apiKey: string;
  /** The one that is shown to Shopify. */
  apiSecret: string;
  /** Those that Shopify may sign with: during a rotation the previous one too. */
  signingSecrets: readonly string[];
  /** Address of a shop, without a slash at its end. */
  shopUrl(shop: string): string;
  secrets: SecretBox;
  callbackUrl: string;
  webhooksUrl: string;
}

interface ShopifyConfig {
  SHOPIFY_API_KEY?: string | undefined;
  SHOPIFY_API_SECRET?: string | undefined;
  SHOPIFY_API_SECRET_PREVIOUS?: string | undefined;
  SHOPIFY_API_BASE: string;
  SECRETS_KEY?: string | undefined;
  PUBLIC_URL?: string | undefined;
}

/** @returns undefined without an app. @throws ConfigError that lists every problem, without values. */
export function readShopifySettings(config: ShopifyConfig): ShopifySettings | undefined {
  const { SHOPIFY_API_KEY: apiKey, SHOPIFY_API_SECRET: apiSecret, SHOPIFY_API_BASE: base } = config;
  const { SECRETS_KEY: secretsKey, PUBLIC_URL: publicUrl } = config;
  const { SHOPIFY_API_SECRET_PREVIOUS: previous } = config;
  if (apiKey === undefined && apiSecret === undefined && previous === undefined) return undefined;
  const problems: string[] = [];
  if (apiKey === undefined) problems.push('SHOPIFY_API_KEY must be set if SHOPIFY_API_SECRET is set');
  if (apiSecret === undefined) problems.push('SHOPIFY_API_SECRET must be set if SHOPIFY_API_KEY is set');
  if (previous !== undefined && (apiSecret === undefined || previous === apiSecret)) {
    problems.push(
      'SHOPIFY_API_SECRET_PREVIOUS must differ from SHOPIFY_API_SECRET, which must be set too; unset it when no rotation is in progress',
    );
  }
  if (!base.includes('{shop}') || !URL.canParse(base.replace('{shop}', 'a.myshopify.com'))) {
    problems.push('SHOPIFY_API_BASE must be an address with {shop} in it');
  }
  if (publicUrl === undefined) problems.push('PUBLIC_URL is not set; Shopify sends browsers and webhooks there');
  const secrets = secretsKey === undefined ? undefined : createSecretBox(secretsKey);
  if (secretsKey === undefined) problems.push('SECRETS_KEY is not set; make one with "openssl rand -base64 32"');
  else if (!secrets) problems.push('SECRETS_KEY must be 32 bytes as base64, or several separated by commas');
  if (apiKey === undefined || apiSecret === undefined || publicUrl === undefined || !secrets || problems.length > 0) {
    throw new ConfigError(problems);
  }
  const origin = publicUrl.replace(/\/+$/, '');
  return {
    apiKey,
    apiSecret,
    signingSecrets: previous === undefined ? [apiSecret] : [apiSecret, previous],
    shopUrl: (shop) => base.replace('{shop}', shop).replace(/\/+$/, ''),
    secrets,
    callbackUrl: `${origin}/shopify/callback`,
    webhooksUrl: `${origin}/shopify/webhooks`,
  };
}
