import { json, ServiceError } from '@svc/kit';
import { VersionState } from '@svc/proto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAdminApi, GLOW, T0 } from '../../../testing/admin-api.js';

const api = createAdminApi();
const { admin, getCalls } = api;
beforeEach(api.start);
afterEach(api.stop);

describe('funnel versions. docs/management.md "Versions"', () => {
  it('are listed with their states', async () => {
    api.gateway.services.handlers.funnelAdmin.listVersions = async () => ({
      versions: [
        { id: 'v2', number: 2, state: VersionState.VERSION_STATE_DRAFT, createTime: T0, publishTime: undefined },
        { id: 'v1', number: 1, state: VersionState.VERSION_STATE_PUBLISHED, createTime: T0, publishTime: T0 },
      ],
      nextPageToken: '',
    });
    expect((await admin(`${GLOW}/funnels/beauty/versions`)).json).toEqual({
      data: [
        { id: 'v2', number: 2, state: 'DRAFT', createdAt: T0.toISOString(), publishedAt: null },
        { id: 'v1', number: 1, state: 'PUBLISHED', createdAt: T0.toISOString(), publishedAt: T0.toISOString() },
      ],
      nextCursor: null,
    });
    expect(getCalls('listVersions')).toEqual([
      { companyId: 'company-1', subdomain: 'beauty', pageSize: 50, pageToken: '' },
    ]);
  });

  it('are in the list of funnels; a funnel without a draft or an edit has null there', async () => {
    const published = {
      id: 'v1',
      number: 1,
      state: VersionState.VERSION_STATE_PUBLISHED,
      createTime: T0,
      publishTime: T0,
    };
    const item = { id: 'f1', subdomain: 'beauty', name: 'Beauty quiz', paused: false, published };
    api.gateway.services.handlers.funnelAdmin.listFunnels = async () => ({ items: [item], nextPageToken: 'next' });
    expect((await admin(`${GLOW}/funnels?limit=1`)).json).toEqual({
      data: [
        {
          id: 'f1',
          subdomain: 'beauty',
          name: 'Beauty quiz',
          host: null,
          paused: false,
          published: {
            id: 'v1',
            number: 1,
            state: 'PUBLISHED',
            createdAt: T0.toISOString(),
            publishedAt: T0.toISOString(),
          },
          draft: null,
          edit: null,
        },
      ],
      nextCursor: 'next',
    });
    await admin(`${GLOW}/funnels?archived=true`);
    expect(getCalls('listFunnels')).toEqual([
      { companyId: 'company-1', archived: false, pageSize: 1, pageToken: '' },
      { companyId: 'company-1', archived: true, pageSize: 50, pageToken: '' },
    ]);
  });

  it('are returned one by one with their steps', async () => {
    const version = {
      id: 'v1',
      number: 1,
      state: VersionState.VERSION_STATE_SUPERSEDED,
      createTime: T0,
      publishTime: T0,
    };
    const steps = [{ id: 1, type: 'HAIR_COLOR' }];
    api.gateway.services.handlers.funnelAdmin.describeVersion = async () => ({
      version,
      stepsJson: json.encode(steps),
    });
    const id = '7hQm2ZsYw4cUaK8nXe1TfB';
    const answer = await admin(`${GLOW}/funnels/beauty/versions/${id}`);
    expect(answer.json).toMatchObject({ id: 'v1', number: 1, state: 'SUPERSEDED', steps });
    expect(getCalls('describeVersion')).toEqual([{ companyId: 'company-1', subdomain: 'beauty', versionId: id }]);
  });

  it('the draft is published; without one it is FUNNEL_NOT_PUBLISHED', async () => {
    api.gateway.services.handlers.funnelAdmin.publishDraft = async () => ({ versionId: 'v2', number: 2 });
    const publish = () => admin(`${GLOW}/funnels/beauty/publish`, { method: 'POST' });
    expect((await publish()).json).toEqual({ id: 'v2', number: 2 });
    api.gateway.services.handlers.funnelAdmin.publishDraft = async () => {
      throw new ServiceError('FUNNEL_NOT_PUBLISHED', 'No draft.');
    };
    expect((await publish()).status).toBe(409);
  });
});
