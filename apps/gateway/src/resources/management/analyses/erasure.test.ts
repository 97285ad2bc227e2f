import { ServiceError } from '@svc/kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAdminApi, GLOW } from '../../../testing/admin-api.js';
import { matchingInput } from '../../../testing/fixtures.js';

const api = createAdminApi();
const { admin, getCalls } = api;
beforeEach(api.start);
afterEach(api.stop);

describe('erasure. docs/management.md "Keys, versions, imports, erasure"', () => {
  it('of one analysis is 204, of an unknown one 404', async () => {
    api.gateway.services.handlers.analysis.eraseAnalysis = async ({ analysisId }) => {
      if (analysisId !== 'a1') throw new ServiceError('NOT_FOUND', 'No analysis with this id.');
      return {};
    };
    expect((await admin(`${GLOW}/analyses/a1`, { method: 'DELETE' })).status).toBe(204);
    expect((await admin(`${GLOW}/analyses/a2`, { method: 'DELETE' })).status).toBe(404);
    expect(getCalls('eraseAnalysis')[0]).toEqual({ companyId: 'company-1', analysisId: 'a1' });
  });

  it('by e-mail answers with the number, and the address is in no log', async () => {
    api.gateway.services.handlers.analysis.eraseAnalysesByEmail = async () => ({ erased: 2 });
    const { json: body } = await admin(`${GLOW}/analyses?email=Ada%2Bx%40example.org`, { method: 'DELETE' });
    expect(body).toEqual({ erased: 2 });
    expect(getCalls('eraseAnalysesByEmail')).toEqual([{ companyId: 'company-1', email: 'Ada+x@example.org' }]);
    expect(JSON.stringify(api.gateway.logs)).not.toContain('example.org');
  });

  it.each(['', '?email=', '?email=a@b.c&email=d@e.f', '?email=a%00'])('%j names no address', async (query) => {
    expect((await admin(`${GLOW}/analyses${query}`, { method: 'DELETE' })).json.error).toBe('INVALID_QUERY');
  });

  it('empties the warm cache of this process before it answers', async () => {
    const id = '5gNp1RtXv6dSbM3oYf0UhC';
    const matches = `/api/v1/analyses/${id}/matches`;
    let known = true;
    api.gateway.services.handlers.analysis.getMatchingInput = async () => {
      if (!known) throw new ServiceError('NOT_FOUND', 'Gone.');
      return { input: matchingInput() };
    };
    api.gateway.services.handlers.matcher.matchVariants = async () => ({
      body: Buffer.from('{"matchedVariants":[]}'),
      state: 's',
    });
    api.gateway.services.handlers.analysis.eraseAnalysis = async () => {
      known = false;
      return {};
    };
    expect((await api.gateway.ask(matches)).status).toBe(200);
    await admin(`${GLOW}/analyses/${id}`, { method: 'DELETE' });
    expect((await api.gateway.ask(matches)).status).toBe(404);
  });
});
