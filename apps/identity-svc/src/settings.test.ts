import { readEnv } from '@svc/kit';
import { expect, it } from 'vitest';
import { IDENTITY_ENV } from './config.js';
import { readIdentitySettings } from './settings.js';
import { KEYS } from './testing/test-service.testing.js';

const read = (env: Record<string, string>) =>
  readIdentitySettings(readEnv(IDENTITY_ENV, { DATABASE_URL: 'postgres://u@h/d', ...env }));

it('names every wrong setting', () => {
  expect(() => read({ IDENTITY_KEYS: 'short', SMTP_URL: 'mail.example' })).toThrow(
    /IDENTITY_KEYS must be 32 bytes.*SMTP_URL must be an address.*MAIL_FROM must be set/,
  );
});

it('keys and mail are optional', () => {
  expect(read({})).toEqual({ secrets: undefined, mailer: undefined });
  const settings = read({
    IDENTITY_KEYS: KEYS.join(','),
    SMTP_URL: 'smtp://mail.example:25',
    MAIL_FROM: 'a@b.example',
  });
  expect([settings.secrets, settings.mailer].every((part) => part !== undefined)).toBe(true);
});
