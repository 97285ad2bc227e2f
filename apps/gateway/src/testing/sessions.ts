import { companyNotFound, generateManagementToken, generateSessionToken, ServiceError, sha256 } from '@svc/kit';
import { type Actor, type CompanyPolicy, Role } from '@svc/proto';
import type { FakeHandlers } from './fake-services.js';

export const DASHBOARD = 'dashboard.svc.test';
/** Origin of the dashboard of the tests, whose BASE_DOMAIN is `svc.test:8080`. */
export const DASHBOARD_ORIGIN = 'https://dashboard.svc.test:8080';
export const COOKIE = '__Host-svc_session';

const STRICT: CompanyPolicy = { mayInvite: false, requireTwoFactor: false, editorsMayPublish: false };

/** A session with a role in `company-1`, whose handle is `glow`. */
export const actor = (changes: Partial<Actor> & { role?: Role; policy?: Partial<CompanyPolicy> } = {}): Actor => {
  const { role = Role.ROLE_ADMIN, policy, ...others } = changes;
  return {
    userId: 'user-1',
    sessionId: 'session-1',
    platformAdmin: false,
    memberships: [{ companyId: 'company-1', role, policy: { ...STRICT, ...policy } }],
    freshUntilTime: new Date(Date.now() + 600_000),
    mustEnroll: false,
    awaitsSecondFactor: false,
    managementTokenId: '',
    mustRenew: false,
    user: {
      ...{ id: 'user-1', email: 'ada@glow.example', name: 'Ada', locale: 'en', hasSecondFactor: false },
      ...{ isPlatformAdmin: false, isDisabled: false, createTime: new Date('2026-01-01T00:00:00Z') },
    },
    ...others,
  };
};

/** identity-svc that knows these sessions, and funnel-svc that knows the companies `glow` and `other`. */
export function sessionFakes() {
  const actors = new Map<string, Actor>();
  const handlers = {
    sessions: {
      authenticate: async ({ tokenHash, isManagementToken }: { tokenHash: Uint8Array; isManagementToken: boolean }) => {
        const found = actors.get(Buffer.from(tokenHash).toString('hex'));
        if (!found || (found.managementTokenId !== '') !== isManagementToken)
          throw new ServiceError('UNAUTHORIZED', 'The session is unknown or has ended; sign in again.');
        return { actor: found };
      },
    },
    funnelAdmin: {
      getCompany: async ({ handle }: { handle: string }) => {
        const companyId = { glow: 'company-1', other: 'company-2' }[handle];
        if (companyId === undefined) throw companyNotFound();
        return { companyId, name: handle, language: 'en', currency: 'EUR' };
      },
    },
  } satisfies FakeHandlers;
  return {
    handlers,
    /** A token of a session, or a management token of an actor that has the id of one. */
    token(of: Actor = actor()): string {
      const token = of.managementTokenId === '' ? generateSessionToken() : generateManagementToken();
      actors.set(sha256(token).toString('hex'), of);
      return token;
    },
  };
}
