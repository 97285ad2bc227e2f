import { scaleTimeout } from '@svc/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { smallCompany } from '../../support/companies.js';
import { send, until } from '../../support/http.js';
import { type Launched, launch } from '../../support/processes.js';
import { admin } from '../../support/services.js';

describe('the v1 flow on the whole system', () => {
  let system: Launched;
  let management: ReturnType<typeof admin>;
  let funnelId: string;
  let key: string;

  beforeAll(async () => {
    system = await launch({ DEMO: 'false' });
    management = admin(system.origin, system.platformToken);
    const applied = await management.apply('small', smallCompany());
    expect(applied.status, applied.text).toBe(200);
    funnelId = applied.body.funnels.skin.id;
    key = await management.createKey('small');
  });
  afterAll(async () => {
    await system.stop();
  });

  const authorized = () => ({ authorization: `Bearer ${key}` });
  const createDry = async () =>
    (
      await send(system.origin, '/api/v1/analyses', {
        headers: authorized(),
        body: { funnelId, selectionValues: [{ stepId: 1, selectedKey: 'dry' }] },
      })
    ).body.id as string;

  it('reads, submits and matches: the variants that suit, best first (docs/contract.md C1.1, C1.2)', async () => {
    const funnel = await send(system.origin, `/api/v1/funnels/${funnelId}?locale=de`, { headers: authorized() });
    expect(funnel.body).toEqual({
      id: funnelId,
      version: { id: expect.any(String), number: 1 },
      steps: [
        {
          id: 1,
          type: 'SINGLE_SELECTION',
          orderNumber: 0,
          title: 'Deine Haut',
          selections: [
            { key: 'dry', caption: 'dry', orderNumber: 0 },
            { key: 'oily', caption: 'oily', orderNumber: 1 },
          ],
        },
      ],
    });

    const created = await send(system.origin, '/api/v1/analyses', {
      headers: authorized(),
      body: { funnelId, selectionValues: [{ stepId: 1, selectedKey: 'dry' }] },
    });
    expect(created.body).toEqual({
      id: expect.stringMatching(/^[0-9A-Za-z]{22,}$/),
      funnelVersionId: funnel.body.version.id,
      isPreview: false,
    });

    const matches = await send(system.origin, `/api/v1/analyses/${created.body.id}/matches`);
    expect(matches.body).toEqual({ matchedVariants: ['dry-1', 'plain-1'] });
  });

  it('serves the same routes on the dashboard host', async () => {
    const host = `dashboard.localhost:${system.port}`;
    const analysisId = await createDry();
    const funnel = await send(system.origin, `/api/v1/funnels/${funnelId}`, { host, headers: authorized() });
    const matches = await send(system.origin, `/api/v1/analyses/${analysisId}/matches`, { host });
    expect([funnel.status, matches.status]).toEqual([200, 200]);
  });

  it('does not serve them on a funnel host', async () => {
    const answer = await send(system.origin, `/api/v1/funnels/${funnelId}`, {
      host: `skin.localhost:${system.port}`,
      headers: authorized(),
    });
    expect([answer.status, answer.body.error]).toEqual([404, 'NOT_FOUND']);
  });

  it('gives the same 404 for malformed, unknown and erased analyses', async () => {
    const erased = await createDry();
    expect((await management.call('DELETE', `/companies/small/analyses/${erased}`)).status).toBe(204);
    const bodies = [];
    for (const id of [erased, 'nonsense', 'A'.repeat(22)]) {
      const answer = await send(system.origin, `/api/v1/analyses/${id}/matches`);
      const { requestId, ...body } = answer.body;
      expect([answer.status, typeof requestId]).toEqual([404, 'string']);
      bodies.push(body);
    }
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
  });

  it('hides a funnel of another company exactly like an unknown one (Authentication, 4)', async () => {
    await management.apply('other', smallCompany({ subdomain: 'other-skin' }));
    const foreignKey = await management.createKey('other');
    const headers = { authorization: `Bearer ${foreignKey}` };
    const foreign = await send(system.origin, `/api/v1/funnels/${funnelId}`, { headers });
    const unknown = await send(system.origin, `/api/v1/funnels/${'B'.repeat(22)}`, { headers });
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
    expect(foreign.status).toBe(404);
  });

  it('shows a publish within 2 s, with another ETag', async () => {
    const analysisId = await createDry();
    const before = await send(system.origin, `/api/v1/analyses/${analysisId}/matches`);
    await management.apply('small', smallCompany({ variants: ['dry-9', 'plain-1'] }));
    expect(before.body.matchedVariants).toEqual(['dry-1', 'plain-1']);
    let after = before;
    await until(
      'the new variant is matched',
      async () => {
        after = await send(system.origin, `/api/v1/analyses/${analysisId}/matches`);
        return JSON.stringify(after.body.matchedVariants) === '["dry-9","plain-1"]';
      },
      scaleTimeout(2_000),
    );
    expect(after.headers.etag).not.toBe(before.headers.etag);
  });

  it('answers If-None-Match with 304, and HEAD with the same ETag', async () => {
    const path = `/api/v1/analyses/${await createDry()}/matches`;
    const full = await send(system.origin, path);
    const head = await send(system.origin, path, { method: 'HEAD' });
    const conditional = await send(system.origin, path, { headers: { 'if-none-match': full.headers.etag as string } });
    expect(head.headers.etag).toBe(full.headers.etag);
    expect([conditional.status, conditional.text]).toEqual([304, '']);
  });

  it('exports a company so that applying the export changes nothing (docs/management.md "Exporting")', async () => {
    const exported = await management.call('GET', '/companies/small/blueprint');
    const applied = await management.apply('small', exported.body);
    expect(applied.body.changed).toEqual([]);
  });
});
