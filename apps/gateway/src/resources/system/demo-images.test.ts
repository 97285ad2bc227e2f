import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../testing/start-gateway.js';

let gateway: TestGateway;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-demo-'));
  mkdirSync(join(folder, 'images/products'), { recursive: true });
  writeFileSync(join(folder, 'images/products/a_1-b.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(folder, 'secret.svg'), 'secret');
  writeFileSync(join(folder, 'images/notes.txt'), 'secret');
  gateway = await startGateway({ env: { DEMO_DIRECTORY: folder } });
});
afterAll(async () => {
  await gateway.stop();
  rmSync(folder, { recursive: true });
});

describe('the pictures of the demo', () => {
  it('are served with their type, to every shop page, and run nothing', async () => {
    const { status, text, headers } = await gateway.ask('/demo/images/products/a_1-b.svg');
    expect([status, text]).toEqual([200, '<svg xmlns="http://www.w3.org/2000/svg"/>']);
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=3600',
      'access-control-allow-origin': '*',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
  });

  it.each([
    '../secret.svg',
    '..%2fsecret.svg',
    '%2e%2e/secret.svg',
    'notes.txt',
    'products',
    '',
    'none.svg',
    '%zz.svg',
    '%00.svg',
  ])('nothing else can be read: %j', async (path) => {
    const { status, text } = await gateway.ask(`/demo/images/${path}`);
    expect(status).toBe(404);
    expect(text).not.toContain('secret.svg');
  });

  it('are 404 without DEMO_DIRECTORY', async () => {
    const plain = await startGateway();
    expect((await plain.ask('/demo/images/products/a_1-b.svg')).status).toBe(404);
    await plain.stop();
  });
});
