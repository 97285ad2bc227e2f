import { createHmac, randomBytes } from 'node:crypto';

/** What the token endpoint answers. */
export interface Answer {
  status: number;
  body: object;
}

interface Access {
  shop: string;
  expiresAt: number | null;
  scope: string;
}

const CODE_LIFETIME_MS = 10 * 60_000;
const REFRESH_LIFETIME_SECONDS = 90 * 24 * 3600;

/**
 * Authorization codes, access tokens and refresh tokens of one app. Offline tokens that expire come with a refresh token; a new one
 * revokes the one before, and the refresh token that was used stays good until the new access token is used for the first time.
 */
export class Authorizations {
  private readonly codes = new Map<string, { shop: string; scope: string; expiresAt: number }>();
  private readonly access = new Map<string, Access>();
  private readonly refresh = new Map<string, { shop: string; scope: string; expiresAt: number }>();
  /** By access token that was not used yet: the refresh token that led to it. */
  private readonly superseded = new Map<string, string>();

  constructor(
    private readonly app: { apiKey: string; apiSecret: string },
    /** Seconds. */
    public tokenLifetime: number,
  ) {}

  /**
   * Where the merchant's browser is sent after consenting.
   * @returns undefined when the request is not one of this app.
   */
  consent(shop: string, query: URLSearchParams, now = Date.now()): string | undefined {
    const redirect = query.get('redirect_uri') ?? '';
    if (query.get('client_id') !== this.app.apiKey || !URL.canParse(redirect)) return undefined;
    const code = randomBytes(16).toString('hex');
    this.codes.set(code, { shop, scope: query.get('scope') ?? '', expiresAt: now + CODE_LIFETIME_MS });
    const url = new URL(redirect);
    const parameters = {
      code,
      host: Buffer.from(`${shop}/admin`).toString('base64').replace(/=+$/, ''),
      shop,
      state: query.get('state') ?? '',
      timestamp: String(Math.floor(now / 1000)),
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    url.searchParams.set('hmac', signQuery(url.searchParams, this.app.apiSecret));
    return url.href;
  }

  /** POST /admin/oauth/access_token. */
  exchange(shop: string, form: Record<string, unknown>, refusesRefresh: boolean, now = Date.now()): Answer {
    if (form.client_id !== this.app.apiKey || form.client_secret !== this.app.apiSecret) {
      return refused(401, 'invalid_client', 'The client id or the client secret is wrong.');
    }
    if (form.grant_type === 'refresh_token') return this.renew(shop, String(form.refresh_token), refusesRefresh, now);
    const code = this.codes.get(String(form.code));
    this.codes.delete(String(form.code));
    if (code?.shop !== shop || code.expiresAt < now) {
      return refused(400, 'invalid_request', 'The authorization code was not found or was already used');
    }
    return this.grant(shop, code.scope, String(form.expiring) === '1', now);
  }

  /** The shop that a token opens; undefined: none, or no longer. */
  getShop(token: string | undefined, now = Date.now()): string | undefined {
    const access = token === undefined ? undefined : this.access.get(token);
    if (!access || (access.expiresAt !== null && access.expiresAt <= now)) return undefined;
    const old = this.superseded.get(token as string);
    if (old !== undefined) this.refresh.delete(old);
    this.superseded.delete(token as string);
    return access.shop;
  }

  /** Lets every access token of the shop expire now. */
  expire(shop: string): void {
    for (const access of this.access.values()) if (access.shop === shop) access.expiresAt = 0;
  }

  /** The app was uninstalled: nothing opens the shop any more. */
  revoke(shop: string): void {
    for (const tokens of [this.access, this.refresh]) {
      for (const [token, { shop: owner }] of tokens) if (owner === shop) tokens.delete(token);
    }
  }

  private renew(shop: string, token: string, isRefused: boolean, now: number): Answer {
    const refresh = this.refresh.get(token);
    if (isRefused || refresh?.shop !== shop || refresh.expiresAt <= now) {
      return refused(400, 'invalid_grant', 'The refresh token is invalid, expired or was revoked.');
    }
    const answer = this.grant(shop, refresh.scope, true, now);
    this.superseded.set((answer.body as { access_token: string }).access_token, token);
    return answer;
  }

  private grant(shop: string, scope: string, expires: boolean, now: number): Answer {
    const accessToken = `shpat_${randomBytes(16).toString('hex')}`;
    for (const [token, { shop: owner, expiresAt }] of this.access) {
      if (owner === shop && expiresAt !== null) this.access.delete(token);
    }
    const expiresAt = expires ? now + this.tokenLifetime * 1000 : null;
    this.access.set(accessToken, { shop, scope, expiresAt });
    if (!expires) return { status: 200, body: { access_token: accessToken, scope } };
    const refreshToken = `shprt_${randomBytes(16).toString('hex')}`;
    this.refresh.set(refreshToken, { shop, scope, expiresAt: now + REFRESH_LIFETIME_SECONDS * 1000 });
    const body = {
      access_token: accessToken,
      scope,
      expires_in: this.tokenLifetime,
      refresh_token: refreshToken,
      refresh_token_expires_in: REFRESH_LIFETIME_SECONDS,
    };
    return { status: 200, body };
  }
}

/** HMAC-SHA256, hexadecimal, over the parameters except `hmac`, sorted by name. */
export function signQuery(parameters: URLSearchParams, secret: string): string {
  const message = [...parameters]
    .filter(([name]) => name !== 'hmac')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  return createHmac('sha256', secret).update(message).digest('hex');
}

const refused = (status: number, error: string, description: string): Answer => ({
  status,
  body: { error, error_description: description },
});
