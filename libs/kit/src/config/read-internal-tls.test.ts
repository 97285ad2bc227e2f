import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createLogger } from '../log/logger.js';
import { createTestAuthority, type TestCertificate } from '../testing/certificates.js';
import { readInternalTls } from './read-internal-tls.js';
import { untilTlsChanges } from './watch-internal-tls.js';

const folder = mkdtempSync(join(tmpdir(), 'svc-tls-'));
afterAll(() => rmSync(folder, { recursive: true }));

const authority = createTestAuthority();
const valid = authority.issue(['gateway']);
let files = 0;

/** The configuration of a program with these files. */
function configure({ cert, key }: TestCertificate, ca = authority.ca) {
  files += 1;
  const write = (name: string, text: string) => {
    const path = join(folder, `${files}-${name}.pem`);
    writeFileSync(path, text);
    return path;
  };
  return {
    GRPC_TLS: 'on' as const,
    GRPC_TLS_CERT_FILE: write('cert', cert),
    GRPC_TLS_KEY_FILE: write('key', key),
    GRPC_TLS_CA_FILE: write('ca', ca),
    GRPC_TLS_CALLERS: 'gateway, matcher-svc,',
    GRPC_TLS_RESTART_WITHIN_S: 0,
  };
}

// docs/operations.md "TLS between services".
describe('the configuration of TLS between services', () => {
  it('reads the files and the callers', () => {
    expect(readInternalTls(configure(valid))).toEqual({
      cert: Buffer.from(valid.cert),
      key: Buffer.from(valid.key),
      ca: Buffer.from(authority.ca),
      callers: ['gateway', 'matcher-svc'],
    });
  });

  it.each(['127.0.0.1', '127.9.9.9', '::1', 'localhost', 'inproc:x'])('is not needed on %s', (GRPC_HOST) => {
    expect(readInternalTls({ GRPC_HOST })).toBeUndefined();
  });

  it.each(['0.0.0.0', '::', '10.0.0.1', 'funnel-svc', '127.0.0.1.example.com'])(
    'must be on, or off explicitly, where others reach the service: %s',
    (GRPC_HOST) => {
      expect(() => readInternalTls({ GRPC_HOST })).toThrow('GRPC_TLS must be on, or off in a private network');
      expect(readInternalTls({ GRPC_HOST, GRPC_TLS: 'off' })).toBeUndefined();
    },
  );

  it('names every file that is not set', () => {
    expect(() => readInternalTls({ GRPC_TLS: 'on', GRPC_TLS_KEY_FILE: '/x' })).toThrow(
      'GRPC_TLS_CERT_FILE must be set if GRPC_TLS is on; GRPC_TLS_CA_FILE must be set if GRPC_TLS is on',
    );
  });

  it.each([
    ['a file that is missing', { ...configure(valid), GRPC_TLS_CA_FILE: '/none' }, 'GRPC_TLS_CA_FILE names a file'],
    ['no certificate', configure({ ...valid, cert: 'x' }), 'GRPC_TLS_CERT_FILE must contain a certificate in PEM'],
    ['no key', configure({ ...valid, key: 'x' }), 'GRPC_TLS_KEY_FILE must contain a private key in PEM'],
    ['no authority', configure(valid, 'x'), 'GRPC_TLS_CA_FILE must contain certificates in PEM'],
    ['the key of another', configure({ ...valid, key: authority.issue(['a']).key }), 'must contain the private key of'],
    [
      'an expired certificate',
      configure(authority.issue(['gateway'], { validUntil: new Date('2026-01-02T03:04:05Z') })),
      'expired at 2026-01-02T03:04:05.000Z; it must be renewed',
    ],
  ])('%s is one sentence', (_, config, sentence) => {
    expect(() => readInternalTls(config)).toThrow(sentence);
  });

  it('a replaced certificate ends the process; files that do not fit together are logged and end nothing', async () => {
    const config = configure(valid);
    const tls = readInternalTls(config);
    if (!tls) throw new Error('TLS is on.');
    const lines: string[] = [];
    const log = createLogger({ name: 'test' }, { write: (line) => void lines.push(line) });
    let hasEnded = false;
    const ended = untilTlsChanges(config, tls, log).then(() => {
      hasEnded = true;
    });
    const next = authority.issue(['gateway']);
    writeFileSync(config.GRPC_TLS_CERT_FILE, next.cert);
    await expect.poll(() => lines.join(''), { timeout: 30_000 }).toContain('cannot be used');
    expect(hasEnded).toBe(false);
    writeFileSync(config.GRPC_TLS_KEY_FILE, next.key);
    await ended;
    expect(lines.at(-1)).toContain('the certificates have changed');
  });
});
