import { createClient, createInProcessBus, createLogger, readEnv, sha256 } from '@svc/kit';
import { inProcessHost, testDatabase } from '@svc/kit/testing';
import {
  AuditServiceClient,
  CredentialServiceClient,
  InvitationServiceClient,
  MemberServiceClient,
  Role,
  SessionServiceClient,
  TokenServiceClient,
} from '@svc/proto';
import { IDENTITY_ENV, startIdentityService } from '../app.js';
import type { PasswordCost } from '../credentials/password-hash.js';
import type { Mail, Mailer } from '../mail/create-mailer.js';

export const migrationsDirectory = new URL('../migrations/', import.meta.url);

/** A clock that stands still until it is moved. */
export class TestClock {
  #now = new Date('2026-03-01T12:00:00Z').getTime();
  now(): Date {
    return new Date(this.#now);
  }
  advance(ms: number): void {
    this.#now += ms;
  }
}

export const ORIGIN = 'https://dashboard.svc.example';
export const PASSWORD = 'correct horse battery staple';
/** 32 bytes each. */
export const KEYS = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [string, string];

/** Hashes at this cost take a millisecond. */
export const CHEAP = { ln: 4, r: 8, p: 1 };

export type TestService = Awaited<ReturnType<typeof startTestService>>;

/** identity-svc with its clients, on a database of its own. @param options.mail - with a mail server. @param options.passwordCost - default: a millisecond. */
export async function startTestService(options: { mail?: boolean; keys?: string; passwordCost?: PasswordCost } = {}) {
  const { url, owner, database, drop } = await testDatabase({ schema: 'identity', migrationsDirectory });
  const bus = createInProcessBus();
  const clock = new TestClock();
  const mails: (Mail & { address: string })[] = [];
  const mailer: Mailer = async (address, mail) => void mails.push({ address, ...mail });
  const logs: string[] = [];
  const log = createLogger({ name: 'identity-svc', level: 'info' }, { write: (line: string) => void logs.push(line) });

  const start = async (keys = options.keys ?? KEYS[0]) => {
    const config = readEnv(IDENTITY_ENV, {
      DATABASE_URL: url,
      GRPC_HOST: inProcessHost(),
      LOG_LEVEL: 'info',
      IDENTITY_KEYS: keys,
    });
    const deps = { log, bus, clock, passwordCost: options.passwordCost ?? CHEAP, ...(options.mail ? { mailer } : {}) };
    const running = await startIdentityService(config, deps);
    const clients = {
      sessions: createClient(SessionServiceClient, running.address, { timeoutMs: 30_000 }),
      credentials: createClient(CredentialServiceClient, running.address, { timeoutMs: 30_000 }),
      invitations: createClient(InvitationServiceClient, running.address, { timeoutMs: 30_000 }),
      members: createClient(MemberServiceClient, running.address, { timeoutMs: 30_000 }),
      tokens: createClient(TokenServiceClient, running.address, { timeoutMs: 30_000 }),
      audit: createClient(AuditServiceClient, running.address, { timeoutMs: 30_000 }),
    };
    const stop = async () => {
      for (const client of Object.values(clients)) client.close();
      await running.stop();
    };
    return { ...clients, stop };
  };
  let running = await start();

  let users = 0;
  const service = {
    get sessions() {
      return running.sessions;
    },
    get credentials() {
      return running.credentials;
    },
    get invitations() {
      return running.invitations;
    },
    get members() {
      return running.members;
    },
    get tokens() {
      return running.tokens;
    },
    get audit() {
      return running.audit;
    },
    db: owner,
    /** As the service has it. */
    knex: database.knex,
    clock,
    mails,
    logs,

    /** Creates an invitation. @returns it with its id and the token of its link. */
    async invite(
      request: { email?: string; companyId?: string; companyName?: string; role?: Role; invitedBy?: string } = {},
    ) {
      const { email = `user-${++users}@example.com`, companyId = 'company-1', role = Role.ROLE_ADMIN } = request;
      const { companyName = 'Glow Cosmetics', invitedBy = '' } = request;
      const { invitation, link } = await running.invitations.createInvitation({
        ...{ email, companyId, role: companyId === '' ? Role.ROLE_UNSPECIFIED : role },
        ...{ locale: 'en', invitedBy, dashboardOrigin: ORIGIN, companyName },
      });
      if (!invitation) throw new Error('no invitation');
      return { id: invitation.id, email, token: link?.split('#')[1] ?? '', link };
    },

    accept: (invitation: { id: string; token: string }, changes: { userId?: string; password?: string } = {}) =>
      running.invitations.acceptInvitation({
        ...{ token: invitation.token, invitationId: invitation.id, userId: changes.userId ?? '' },
        ...{ name: 'Ada Lovelace', password: changes.password ?? PASSWORD, locale: 'en' },
        device: { userAgent: 'Test', source: '203.0.113.7' },
      }),

    /** A user with a membership and a session. */
    async user(request: { email?: string; companyId?: string; companyName?: string; role?: Role } = {}) {
      const invitation = await service.invite(request);
      const { userId, sessionToken } = await service.accept(invitation);
      return { id: userId, email: invitation.email, token: sessionToken };
    },

    signIn: (email: string, password = PASSWORD) =>
      running.sessions.signIn({ email, password, device: { userAgent: 'Test', source: '203.0.113.7' } }),

    /** The actor of a token. */
    async actor(token: string) {
      const { actor } = await running.sessions.authenticate({ tokenHash: sha256(token), isManagementToken: false });
      if (!actor) throw new Error('no actor');
      return actor;
    },

    /** Starts the service again with other keys. */
    async restart(keys: string): Promise<void> {
      await running.stop();
      running = await start(keys);
    },

    async stop(): Promise<void> {
      await running.stop();
      await bus.close();
      await drop();
    },
  };
  return service;
}
