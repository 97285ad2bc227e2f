import { fileURLToPath } from 'node:url';
import { env, READ_REPLICA_ENV, type SealedColumn, type ServiceSchema, serviceEnv } from '@svc/kit';

/** Environment of the service. */
export const IDENTITY_ENV = {
  ...serviceEnv('identity-svc'),
  ...READ_REPLICA_ENV,
  IDENTITY_KEYS: env.string({
    optional: true,
    secret: true,
    doc: '32 random bytes as base64, for secrets of authenticator apps; several with commas between: the first encrypts, all decrypt. Unset: no second factors.',
  }),
  SMTP_URL: env.string({
    optional: true,
    secret: true,
    doc: 'smtps://user:password@host:port of the mail server; unset: links are shown to administrators instead.',
  }),
  MAIL_FROM: env.string({
    optional: true,
    doc: 'Sender of mails, for example "Dashboard <dashboard@example.com>"; required with SMTP_URL.',
  }),
};

/** Its schema, and the migrations that make it, compiled or not. */
export const IDENTITY_SCHEMA: ServiceSchema = {
  schema: 'identity',
  migrationsDirectory: fileURLToPath(new URL('./migrations/', import.meta.url)),
};

/** What it encrypts at rest. */
export const IDENTITY_SEALED: SealedColumn = {
  variable: 'IDENTITY_KEYS',
  table: 'users',
  column: 'totp_secret',
  id: 'id',
  owner: 'id',
};
