import { describe, expect, it } from 'vitest';
import { isContactLike, toStoredSource } from './contact-like.js';

describe('texts that look like a contact are not stored (docs/insight.md N1.3)', () => {
  it.each([
    ...['ada@example.org', 'Ada Lovelace <ada@example.org>', 'ada%40example.org', 'mail:ada@x'],
    ...['+49 170 5550123', '0170/555 01 23', '(030) 555-0123', '%2B491705550123', '00491705550123'],
  ])('%s', (text) => {
    expect([isContactLike(text), toStoredSource(text)]).toEqual([true, '']);
  });

  it.each(['', 'newsletter', '2026-11-27', '20261127', 'black friday 2026', '+1', '007', 'chat', 'V1007', '4711'])(
    '%j is one that is',
    (text) => {
      expect([isContactLike(text), toStoredSource(text)]).toEqual([false, text]);
    },
  );
});
