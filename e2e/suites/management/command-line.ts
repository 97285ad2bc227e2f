import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { root, temporaryDirectory } from '../../support/processes.js';
import type { System } from '../../support/quiz.js';

/** The commands of the README, one after the other, on the running system. Details: tools/src/cli.test.ts. */
export function commandLine(system: () => System): void {
  describe('npm run svc', () => {
    let folder: string;
    const svc = (...argv: string[]): Promise<{ code: number | null; out: string; err: string }> => {
      const { origin, platformToken } = system();
      const child = spawn(process.execPath, [join(root, 'tools/svc.mjs'), ...argv], {
        cwd: folder,
        env: { PATH: process.env.PATH, SVC_URL: origin, PLATFORM_TOKEN: platformToken, SVC_COMPANY: 'line' },
      });
      const text = { out: '', err: '' };
      child.stdout.on('data', (chunk) => {
        text.out += chunk;
      });
      child.stderr.on('data', (chunk) => {
        text.err += chunk;
      });
      return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...text })));
    };
    beforeAll(() => {
      folder = join(temporaryDirectory(), 'line');
      mkdirSync(folder);
    });

    it('applies a file, exports it, and applies the export: nothing changed', async () => {
      const draft = '{ steps: [{ id: 1, type: AGE }] }';
      writeFileSync(
        join(folder, 'line.yaml'),
        `handle: line\nname: Line\nfunnels:\n  - subdomain: line\n    draft: ${draft}\n`,
      );
      const first = await svc('apply', 'line.yaml');
      expect([first.code, first.out], first.err).toEqual([
        0,
        expect.stringMatching(
          /^Changed:\n {2}name\n {2}companyKey\n {2}funnels\/line\nFunnel line: \w{22} \(draft 1\)\n$/,
        ),
      ]);
      expect((await svc('export', '--out', 'kept.yaml')).code).toBe(0);
      expect(readFileSync(join(folder, 'kept.yaml'), 'utf8')).toContain('handle: line');
      expect((await svc('apply', 'kept.yaml')).out).toMatch(/^Nothing changed\./);
      expect((await svc('export', '--json')).out).toContain('"handle": "line"');
    });

    it('publishes, lists versions, and refuses a second publish with exit code 1', async () => {
      expect((await svc('publish', 'line')).out).toMatch(/^Version 1 \(\w{22}\) of line is published\.\n$/);
      expect((await svc('versions', 'line')).out).toMatch(/^ {3}1 {2}\w{22} {2}PUBLISHED /);
      const again = await svc('publish', 'line');
      expect([again.code, again.out]).toEqual([1, '']);
      expect(again.err).toMatch(/^FUNNEL_NOT_PUBLISHED: \S/);
    });

    it('creates, lists and revokes keys', async () => {
      const created = await svc('keys', 'create', '--name', 'Web shop');
      expect(created.out).toMatch(/^svc_live_\w{50}\n$/);
      const listed = await svc('keys', 'list');
      const id = listed.out.split('  ')[0] as string;
      expect(listed.out).toContain('active');
      expect((await svc('keys', 'revoke', id)).code).toBe(0);
      expect((await svc('keys', 'list')).out).toContain('revoked');
    });

    it('lists what was done in the audit log, and verifies it', async () => {
      // The outcome is recorded after the response.
      await expect
        .poll(async () => (await svc('audit', 'list', '--action', 'key.manage')).out)
        .toMatch(
          /^\S+Z {2}OK +key\.manage\/revokeApiKey {2}PLATFORM_TOKEN {2}keyId=\w{22}\n\S+Z {2}OK +key\.manage\/createApiKey {2}PLATFORM_TOKEN {2}keyId=\w{22}\n$/,
        );
      const { code, out } = await svc('audit', 'verify');
      expect([code, out]).toEqual([0, expect.stringMatching(/^\d+ records\.\nComplete and unchanged\./)]);
    });

    it('imports a file, and says which row and column it did not take', async () => {
      const rows = Array.from(
        { length: 30 },
        (_, i) => `V${i};Name ${i};https://shop.example/${i};${i === 7 ? 'x' : 1}`,
      );
      writeFileSync(join(folder, 'feed.csv'), `id;name;url;price\n${rows.join('\n')}\n`);
      const dry = await svc('catalog', 'import', 'feed.csv', '--dry-run');
      const run = await svc('catalog', 'import', 'feed.csv');
      expect(run.out).toBe(dry.out);
      expect(run.out).toMatch(/^SUCCEEDED\n30 rows read: 29 created, .* 1 rejected; 0 removed\nline 9, price: /);
      expect((await svc('catalog', 'runs')).out.trim().split('\n')).toHaveLength(2);
    });

    it('erases, and refuses a broken file with every pointer', async () => {
      expect((await svc('erase', '--email', 'unknown@example.org')).out).toBe('0 analyses erased.\n');
      writeFileSync(join(folder, 'bad.yaml'), 'handle: line\nlanguage: "!"\nfunnels: [{ subdomain: www }]\n');
      const refused = await svc('apply', 'bad.yaml');
      expect([refused.code, refused.out]).toEqual([1, '']);
      expect(refused.err).toMatch(/^INVALID_BLUEPRINT: .*\n {2}\/language: .*\n {2}\/funnels\/0\/subdomain: .*\n$/);
    });
  });
}
