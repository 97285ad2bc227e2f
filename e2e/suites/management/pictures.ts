import { beforeAll, describe, expect, it } from 'vitest';
import { send } from '../../support/http.js';
import { png } from '../../support/pictures.js';
import type { Launched } from '../../support/processes.js';
import { buildCatalog, createQuiz, question } from '../../support/quiz.js';

/** Uploaded pictures, over HTTP and with every service. docs/management.md "Pictures". */
export function pictures(getSystem: () => Launched): void {
  describe('uploaded pictures', () => {
    let system: Launched;
    const steps = [question(1, { dry: { require: ['skin:dry'] }, oily: {} })];
    beforeAll(async () => {
      system = getSystem();
      for (const handle of ['mine', 'theirs']) {
        await createQuiz(system, handle, { catalog: buildCatalog({ A: ['skin:dry'] }), steps });
      }
    });

    const call = (method: string, handle: string, path: string, body?: unknown, type = 'application/json') =>
      send(system.origin, `/api/admin/v1/companies/${handle}${path}`, {
        method,
        headers: { authorization: `Bearer ${system.platformToken}`, 'content-type': type },
        ...(body === undefined ? {} : { body }),
      });
    const upload = (handle: string, picture: Uint8Array, type = 'image/png') =>
      call('POST', handle, '/media', picture, type);
    const show = (url: string) =>
      send(system.origin, new URL(url).pathname, { method: 'GET', host: new URL(url).host });

    it('a picture is uploaded, shown to everybody, shown with its option, and deleted when nothing uses it', async () => {
      const picture = png(2_000, 1_000);
      const uploaded = await upload('mine', picture);
      expect([uploaded.status, uploaded.body]).toMatchObject([201, { width: 1_280, height: 640 }]);
      expect((await upload('mine', picture)).status).toBe(200);
      const { hash, url } = uploaded.body;
      const shown = await show(url);
      expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/webp']);
      expect(shown.headers['cache-control']).toContain('immutable');

      const pictured = steps.map((step) => ({
        ...step,
        selections: step.selections.map((selection, at) => (at === 0 ? { ...selection, imageUrl: url } : selection)),
      }));
      const applied = await call('PUT', 'mine', '/blueprint', {
        funnels: [{ subdomain: 'mine', published: { steps: pictured } }],
      });
      expect(applied.status).toBe(200);
      expect((await call('GET', 'mine', '/media')).body.data).toMatchObject([
        { hash, uses: [{ subdomain: 'mine', published: true, draft: false, edit: false }], logo: false },
      ]);
      const refused = await call('DELETE', 'mine', `/media/${hash}`);
      expect([refused.status, refused.body]).toMatchObject([
        409,
        { error: 'CONFLICT', message: expect.stringContaining('the funnel mine') },
      ]);
      expect((await call('GET', 'theirs', '/media')).body.data).toEqual([]);
      expect((await call('DELETE', 'theirs', `/media/${hash}`)).status).toBe(404);

      await call('PUT', 'mine', '/blueprint', { funnels: [{ subdomain: 'mine', published: { steps } }] });
      expect((await call('DELETE', 'mine', `/media/${hash}`)).status).toBe(204);
      expect((await call('GET', 'mine', '/media')).body.data).toEqual([]);
    });

    it('what is no acceptable picture is refused with the reason, and nothing of it is stored', async () => {
      const script = Buffer.from('<script>alert(1)</script>');
      const faults: [Uint8Array, string, number, RegExp][] = [
        [script, 'image/png', 400, /must be a JPEG, PNG, WebP or AVIF/],
        [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml', 415, /./],
        [png(64, 64), 'image/jpeg', 400, /Content-Type must be image\/png/],
        [png(4_097, 8), 'image/png', 400, /4097 × 8 pixels/],
        [png(64, 64, { frames: 2 }), 'image/png', 400, /must not be animated/],
        [png(64, 64).subarray(0, 60), 'image/png', 400, /ends early/],
        [png(64, 64, { bytes: 1024 * 1024 + 1 }), 'image/png', 413, /./],
      ];
      for (const [picture, type, status, message] of faults) {
        const answer = await upload('theirs', picture, type);
        expect([answer.status, answer.body.message]).toEqual([status, expect.stringMatching(message)]);
      }
      expect((await call('GET', 'theirs', '/media')).body.data).toEqual([]);
      const polyglot = await upload('theirs', Buffer.concat([png(64, 64), script]));
      expect(polyglot.status).toBe(201);
      expect((await show(polyglot.body.url)).text).not.toContain('alert');
    });
  });
}
