import { describe, expect, it } from 'vitest';
import { newContext, runInContext } from './context.js';
import { createLogger, hashForLog } from './logger.js';

function capture() {
  const lines: string[] = [];
  const log = createLogger({ name: 'test', level: 'debug' }, { write: (line: string) => void lines.push(line) });
  return { log, last: () => JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown>, text: () => lines.join('') };
}

describe('createLogger', () => {
  it.each(['authorization', 'apiKey', 'selfie', 'email', 'firstName', 'lastName', 'password', 'token'])(
    '%s is never written, at the top or one level down (docs/reliability.md R2.7)',
    (field) => {
      const { log, text } = capture();
      log.info({ [field]: 'SECRET', request: { [field]: 'SECRET', kept: 'visible' } }, 'event');
      expect(text()).not.toContain('SECRET');
      expect(text()).toContain('visible');
    },
  );

  it('lines carry request and trace id of their context', () => {
    const { log, last } = capture();
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    runInContext(newContext({ requestId: 'r-1', traceparent }), () => log.info('inside'));
    expect(last()).toMatchObject({ requestId: 'r-1', trace_id: '0af7651916cd43dd8448eb211c80319c', level: 'info' });
    log.info('outside');
    expect(last()).not.toHaveProperty('requestId');
  });

  it('errors are written with their causes, but without extra fields, where databases put rows and bindings', () => {
    const { log, last, text } = capture();
    const cause = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (email)=(a@b.c) exists' });
    log.error({ err: new Error('could not save', { cause }) }, 'failed');
    expect(last()).toMatchObject({ err: { message: 'could not save', cause: { code: '23505' } } });
    expect(text()).not.toContain('a@b.c');
  });
});

describe('hashForLog', () => {
  it('is the first 8 hex characters of the SHA-256 (docs/reliability.md R3.3)', () => {
    expect(hashForLog('abc')).toBe('ba7816bf');
  });
});

describe('newContext', () => {
  it('replaces malformed ids of callers, so that callers cannot write into the log', () => {
    const context = newContext({ requestId: 'a\n"level":"fatal"', traceparent: '00-0-0-00' });
    expect(context.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(context.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    expect(newContext({ requestId: 'x'.repeat(129) }).requestId).not.toContain('x');
  });
});
