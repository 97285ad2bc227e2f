import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, expectTypeOf, it } from 'vitest';
import { ConfigError } from './config-error.js';
import { env } from './env.js';
import { describeEnv, describeEnvValues, readEnv } from './read-env.js';
import { SERVICE_ENV } from './service-env.js';

const SPEC = {
  PORT: env.port({ default: 8080, doc: 'HTTP port.' }),
  DATABASE_URL: env.url({ doc: 'Database.' }),
  REDIS_URL: env.url({ optional: true, doc: 'Redis.' }),
  WORKERS: env.integer({ default: 2, min: 0, max: 8, doc: 'Workers.' }),
  SCALE: env.number({ default: 1, min: 0, doc: 'Time scale.' }),
  MIGRATE: env.boolean({ default: true, doc: 'Migrate.' }),
  RATE_LIMITS: env.enum({ values: ['on', 'off'], default: 'on', doc: 'Rate limits.' }),
};

describe('readEnv', () => {
  it('takes defaults for what is unset or empty, and keeps 0 and false', () => {
    const config = readEnv(SPEC, { DATABASE_URL: 'postgres://x/y', WORKERS: '0', MIGRATE: 'false', REDIS_URL: '' });
    expect(config).toEqual({
      PORT: 8080,
      DATABASE_URL: 'postgres://x/y',
      REDIS_URL: undefined,
      WORKERS: 0,
      SCALE: 1,
      MIGRATE: false,
      RATE_LIMITS: 'on',
    });
    expectTypeOf(config.REDIS_URL).toEqualTypeOf<string | undefined>();
    expectTypeOf(config.DATABASE_URL).toEqualTypeOf<string>();
    expectTypeOf(config.RATE_LIMITS).toEqualTypeOf<'on' | 'off'>();
    expectTypeOf(config.PORT).toEqualTypeOf<number>();
  });

  it('reports all problems in one message', () => {
    const source = { PORT: 'eighty', REDIS_URL: 'x', WORKERS: '9', SCALE: '-1', MIGRATE: 'yes', RATE_LIMITS: 'maybe' };
    expect(() => readEnv(SPEC, source)).toThrow(
      new ConfigError([
        'PORT must be an integer',
        'DATABASE_URL is not set',
        'REDIS_URL must be a URL',
        'WORKERS must be between 0 and 8',
        'SCALE must be between 0 and 1.7976931348623157e+308',
        "MIGRATE must be 'true' or 'false'",
        'RATE_LIMITS must be one of on, off',
      ]),
    );
  });

  it('a text may have a least length', () => {
    const spec = {
      TOKEN: env.string({ doc: 'Token.', minLength: 3 }),
      OTHER: env.string({ optional: true, doc: 'Other.', minLength: 3 }),
    };
    expect(readEnv(spec, { TOKEN: 'abc' })).toEqual({ TOKEN: 'abc', OTHER: undefined });
    expect(() => readEnv(spec, { TOKEN: 'ab', OTHER: 'ab' })).toThrow(
      'TOKEN must have at least 3 characters; OTHER must have at least 3 characters',
    );
  });

  it('never repeats a value, since it may be a secret', () => {
    expect(() => readEnv(SPEC, { DATABASE_URL: 'hunter2' })).toThrow(/^DATABASE_URL must be a URL$/);
  });

  it.each(['', ' 1', '1.5', '0x10', '1e3', '65536', '-1'])('%j is not a port', (text) => {
    if (text === '') expect(readEnv({ PORT: SPEC.PORT }, { PORT: text }).PORT).toBe(8080);
    else expect(() => readEnv({ PORT: SPEC.PORT }, { PORT: text })).toThrow(ConfigError);
  });
});

// docs/operations.md "Secrets from files".
describe('a secret', () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-secrets-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const secret = {
    TOKEN: env.string({ secret: true, minLength: 3, doc: 'Token.' }),
    NAME: env.string({ default: 'none', doc: 'Name.' }),
  };

  it('is read from the file that its variable with _FILE names, without the line break at the end', () => {
    expect(readEnv(secret, { TOKEN_FILE: write('token', 'hunter2\n') }).TOKEN).toBe('hunter2');
    expect(readEnv(secret, { TOKEN: '', TOKEN_FILE: write('dos', ' a b \r\n') }).TOKEN).toBe(' a b ');
    expect(readEnv(secret, { TOKEN: 'abc', TOKEN_FILE: '' }).TOKEN).toBe('abc');
  });

  it('is checked as a value of the environment is', () => {
    expect(() => readEnv(secret, { TOKEN_FILE: write('short', 'ab') })).toThrow(
      'TOKEN must have at least 3 characters',
    );
  });

  it('in both forms is an error', () => {
    expect(() => readEnv(secret, { TOKEN: 'abc', TOKEN_FILE: '/x' })).toThrow(
      new ConfigError(['TOKEN and TOKEN_FILE must not both be set']),
    );
  });

  it.each([
    ['that is missing', () => join(folder, 'none'), 'TOKEN_FILE names a file that cannot be read (ENOENT)'],
    ['that is a folder', () => folder, 'TOKEN_FILE names a file that cannot be read (EISDIR)'],
    ['that is empty', () => write('empty', '\n'), 'TOKEN_FILE names an empty file'],
    ['that is too large', () => write('large', 'x'.repeat(70_000)), 'TOKEN_FILE names a file of more than 64 KiB'],
  ])('in a file %s is one sentence, which does not repeat the path', (_, path, sentence) => {
    expect(() => readEnv(secret, { TOKEN_FILE: path() })).toThrow(new ConfigError([sentence]));
  });

  it('only secrets have such a variable', () => {
    expect(readEnv(secret, { TOKEN: 'abc', NAME_FILE: write('name', 'other') }).NAME).toBe('none');
    expect(describeEnv(secret)).toContain('Or TOKEN_FILE');
    expect(describeEnv(secret)).not.toContain('NAME_FILE');
  });

  it('every variable of the services whose value may contain one is marked', () => {
    const names = Object.entries(SERVICE_ENV).filter(([, { isSecret }]) => isSecret);
    expect(names.map(([name]) => name)).toEqual(['DATABASE_URL', 'DATABASE_DIRECT_URL', 'REDIS_URL']);
  });

  it('is only set or unset where the values are printed (docs/operations.md "Checking a configuration")', () => {
    const spec = { ...secret, OTHER: env.string({ optional: true, secret: true, doc: 'Other.' }) };
    const source = { TOKEN_FILE: write('token', 'hunter2'), NAME: 'Ada' };
    const lines = describeEnvValues(spec, readEnv(spec, source), source).split('\n');
    expect(lines.slice(1)).toEqual([
      expect.stringMatching(/^TOKEN +set +file$/),
      expect.stringMatching(/^NAME +Ada +environment$/),
      expect.stringMatching(/^OTHER +unset$/),
    ]);
  });
});

describe('describeEnv', () => {
  it('lists every variable with its default and meaning', () => {
    const lines = describeEnv(SPEC).split('\n');
    expect(lines[0]).toMatch(/^name +default +meaning$/);
    expect(lines).toContainEqual(expect.stringMatching(/^PORT +8080 +HTTP port\.$/));
    expect(lines).toContainEqual(expect.stringMatching(/^DATABASE_URL +required +Database\.$/));
    expect(lines).toContainEqual(expect.stringMatching(/^REDIS_URL +unset +Redis\.$/));
    expect(lines).toContainEqual(expect.stringMatching(/^MIGRATE +true +Migrate\.$/));
    expect(describeEnv(SERVICE_ENV).split('\n')).toHaveLength(Object.keys(SERVICE_ENV).length + 1);
  });
});
