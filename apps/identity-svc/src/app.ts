import {
  type Bus,
  type Clock,
  createDatabase,
  createGrpcServer,
  createPeriodic,
  type EnvValues,
  type Logger,
  type Periodic,
  type RunningService,
  startListening,
  systemClock,
  watchDatabase,
} from '@svc/kit';
import { type IDENTITY_ENV, IDENTITY_SCHEMA } from './config.js';
import { PASSWORD_COST, type PasswordCost } from './credentials/password-hash.js';
import { createAuditPartitions, deleteOldAudit } from './db/audit.js';
import { deleteEnded } from './db/sessions.js';
import { addMs } from './domain/lifetimes.js';
import { createAuditService } from './handlers/audit-service.js';
import { createCredentialService } from './handlers/credential-service.js';
import { createInvitationService } from './handlers/invitation-service.js';
import { createMemberService } from './handlers/member-service.js';
import { createSessionService } from './handlers/session-service.js';
import { createTokenService } from './handlers/token-service.js';
import { createBackgroundMails } from './mail/background-mails.js';
import type { Mailer } from './mail/create-mailer.js';
import { readIdentitySettings } from './settings.js';
import { acceptInvitation, lookUpInvitation } from './usecases/accept-invitation.js';
import { audit } from './usecases/audit.js';
import { changePassword, passwordReset } from './usecases/change-password.js';
import { invitations } from './usecases/invitations.js';
import { managementTokens } from './usecases/management-tokens.js';
import { members } from './usecases/members.js';
import { createPasswords } from './usecases/passwords.js';
import { reauthenticate } from './usecases/reauthenticate.js';
import { renewSession } from './usecases/renew-session.js';
import { secondFactor } from './usecases/second-factor.js';
import { authenticate } from './usecases/sessions.js';
import { signIn } from './usecases/sign-in.js';
import { users } from './usecases/users.js';

export { IDENTITY_ENV } from './config.js';

export type IdentityConfig = EnvValues<typeof IDENTITY_ENV>;

export interface IdentityDeps {
  log: Logger;
  bus: Bus;
  clock?: Clock;
  /** Cost of new password hashes. */
  passwordCost?: PasswordCost;
  /** Absent: that of SMTP_URL. */
  mailer?: Mailer;
}

const CLEAN_EVERY_MS = 60 * 60_000;
/** How long ended sessions are kept. */
const KEEP_ENDED_MS = 30 * 24 * 60 * 60_000;

/** Starts identity-svc: database, gRPC server, and the loop that deletes what has ended. */
export async function startIdentityService(config: IdentityConfig, deps: IdentityDeps): Promise<RunningService> {
  const { log, clock = systemClock } = deps;
  const settings = readIdentitySettings(config);
  const mailer = deps.mailer ?? settings.mailer;
  const database = createDatabase({
    url: config.DATABASE_URL,
    session: config.DATABASE_SESSION,
    directUrl: config.DATABASE_DIRECT_URL,
    readUrl: config.DATABASE_READ_URL,
    ...IDENTITY_SCHEMA,
    statementTimeoutMs: config.STATEMENT_TIMEOUT_MS,
    poolMax: config.DATABASE_POOL,
    log,
  });
  const db = database.knex;
  const passwords = createPasswords(deps.passwordCost ?? PASSWORD_COST);
  const mails = createBackgroundMails({ mailer, log });
  const shared = { db, clock, passwords, mailer, mails, log };
  const factors = secondFactor({ db, clock, secrets: settings.secrets });
  const authenticated = authenticate(shared);
  const tokens = managementTokens(shared);
  const reset = passwordReset(shared);
  let loop: Periodic | undefined;
  const watch = watchDatabase({
    database,
    migrate: config.MIGRATE,
    log,
    onPrepared() {
      const run = async () => {
        await deleteEnded(db, addMs(clock.now(), -KEEP_ENDED_MS));
        await createAuditPartitions(db);
        await deleteOldAudit(db);
      };
      loop = createPeriodic({
        everyMs: CLEAN_EVERY_MS,
        run,
        log,
        name: 'deletion of ended sessions and old audit entries',
      });
    },
  });
  const server = createGrpcServer({
    database: watch,
    services: [
      createSessionService({
        ...{ db, clock, factors },
        authenticate: authenticated,
        renew: renewSession(shared),
        tokens,
        signIn: signIn(shared),
        reauthenticate: reauthenticate({ ...shared, factors }),
      }),
      createCredentialService({ db, factors, reset, changePassword: changePassword(shared) }),
      createInvitationService({
        invitations: invitations(shared),
        lookUp: lookUpInvitation(shared),
        accept: acceptInvitation(shared),
      }),
      createMemberService({ db, clock, members: members(shared), users: users(shared) }),
      createTokenService(tokens),
      createAuditService(audit(db)),
    ],
    log,
  });
  const stop = async () => {
    await Promise.all([server.stop(), watch.stop()]);
    await loop?.stop();
    await Promise.all([authenticated.settled(), tokens.settled(), mails.settled()]);
    await database.close();
  };
  return startListening({ watch, server, stop }, config);
}
