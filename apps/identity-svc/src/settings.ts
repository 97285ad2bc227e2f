import { ConfigError, createSecretBox, type EnvValues, type SecretBox } from '@svc/kit';
import type { IDENTITY_ENV } from './config.js';
import { createMailer, type Mailer } from './mail/create-mailer.js';

export interface IdentitySettings {
  /** Undefined: no second factors. */
  secrets: SecretBox | undefined;
  /** Undefined: links are shown to administrators. */
  mailer: Mailer | undefined;
}

/** Finds settings that no single variable shows to be wrong. @throws ConfigError with every problem. */
export function readIdentitySettings(config: EnvValues<typeof IDENTITY_ENV>): IdentitySettings {
  const { IDENTITY_KEYS: keys, SMTP_URL: smtpUrl, MAIL_FROM: from } = config;
  const secrets = keys === undefined ? undefined : createSecretBox(keys);
  const problems = [
    ...(keys === undefined || secrets
      ? []
      : ['IDENTITY_KEYS must be 32 bytes as base64, or several separated by commas']),
    ...(smtpUrl === undefined || URL.canParse(smtpUrl)
      ? []
      : ['SMTP_URL must be an address such as smtps://user:password@host:465']),
    ...(smtpUrl === undefined || from !== undefined ? [] : ['MAIL_FROM must be set with SMTP_URL']),
  ];
  if (problems.length > 0) throw new ConfigError(problems);
  const mailer = smtpUrl === undefined || from === undefined ? undefined : createMailer(smtpUrl, from);
  return { secrets, mailer };
}
