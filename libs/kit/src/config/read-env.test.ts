import { describe, expect, expectTypeOf, it } from 'vitest';
import { env } from './env.js';
import { ConfigError, describeEnv, readEnv } from './read-env.js';
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
