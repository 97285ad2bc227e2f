import { env, serviceEnv } from '@svc/kit';

/** Environment of the service. */
export const IDENTITY_ENV = {
  ...serviceEnv('identity-svc'),
  IDENTITY_KEYS: env.string({
    optional: true,
    doc: '32 random bytes as base64, for secrets of authenticator apps; several with commas between: the first encrypts, all decrypt. Unset: no second factors.',
  }),
  SMTP_URL: env.string({
    optional: true,
    doc: 'smtps://user:password@host:port of the mail server; unset: links are shown to administrators instead.',
  }),
  MAIL_FROM: env.string({
    optional: true,
    doc: 'Sender of mails, for example "Dashboard <dashboard@example.com>"; required with SMTP_URL.',
  }),
};
