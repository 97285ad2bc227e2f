import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../testing/start-gateway.js';

let gateway: TestGateway;
afterEach(() => gateway?.stop());

const RELEASE = '/v/0.2.0/core-1a2b3c4d.js';
const OPEN = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};

describe.each(['svc.test', 'beauty.svc.test', 'quiz.glow.example'])('files of the components on %s', (host) => {
  it('the fixed address serves the latest loader for minutes (docs/components.md B1.2, B1.5, B1.7, S64; docs/contract.md C19.6; docs/reliability.md R10.4)', async () => {
    gateway = await startGateway();
    const { status, headers, text } = await gateway.ask('/components.js', { host });
    expect(status).toBe(200);
    expect(text).toContain('svcComponents');
    expect(headers).toMatchObject({
      ...OPEN,
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=240, stale-while-revalidate=60',
      etag: expect.stringMatching(/^"[\w-]{27}"$/),
    });
    const again = await gateway.ask('/components.js', { host, headers: { 'if-none-match': headers.etag as string } });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('files of a release never change (docs/components.md B1.6, B1.7; docs/reliability.md R10.4)', async () => {
    gateway = await startGateway();
    const { status, headers } = await gateway.ask(RELEASE, { host });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      ...OPEN,
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect((await gateway.ask('/v/0.2.0/integrity.json', { host })).json).toHaveProperty(['components.js']);
  });
});

describe('files of the components', () => {
  it('are compressed for those who accept it', async () => {
    gateway = await startGateway();
    const zipped = await gateway.raw(
      `GET ${RELEASE} HTTP/1.1\r\nHost: svc.test\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n`,
    );
    expect(zipped).toMatch(/^Content-Encoding: gzip\r$/m);
    expect(zipped).toMatch(/^Vary: Accept-Encoding\r$/m);
    const body = Buffer.from(zipped.slice(zipped.indexOf('\r\n\r\n') + 4), 'latin1');
    expect(gunzipSync(body).toString()).toBe((await gateway.ask(RELEASE)).text);
    const { headers } = await gateway.ask(RELEASE, { headers: { 'accept-encoding': 'br, gzip' } });
    expect(headers['content-encoding']).toBe('br');
  });

  it.each([
    '/v/0.2.0/not-in-the-manifest.js',
    '/v/9.9.9/core-1a2b3c4d.js',
    '/v/0.2.0/..%2Fmanifest.json',
    '/manifest.json',
  ])('what no release names is 404 and is not cached: %s', async (path) => {
    gateway = await startGateway();
    const { status, headers, json } = await gateway.ask(path);
    expect([status, json.error, headers['cache-control']]).toEqual([404, 'NOT_FOUND', 'no-store']);
  });

  it('a loader of the page learns of a missing file of another origin: its 404 can be read', async () => {
    gateway = await startGateway();
    const { headers } = await gateway.ask('/v/9.9.9/core-1a2b3c4d.js');
    expect(headers).toMatchObject(OPEN);
  });

  it('files that are not there, or differ from the manifest, are 503; everything else works', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'svc-components-'));
    gateway = await startGateway({ componentDirectory: directory });
    const { status, json } = await gateway.ask('/components.js');
    expect([status, json.error]).toEqual([503, 'UNAVAILABLE']);
    expect((await gateway.ask('/healthz')).status).toBe(200);

    await cp(new URL('../../testing/built-components/', import.meta.url), directory, { recursive: true });
    expect((await gateway.ask('/components.js')).status).toBe(200);
    await gateway.stop();

    await writeFile(join(directory, 'components.js'), 'alert(1)');
    gateway = await startGateway({ componentDirectory: directory });
    expect((await gateway.ask('/components.js')).status).toBe(503);
    expect(JSON.stringify(gateway.logs)).toContain('components.js differs from the manifest');
    await rm(directory, { recursive: true });
  });
});
