import { ChangeConcern, ImportState, toDuration } from '@svc/proto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { authorized, CATALOG, CatalogApi, run } from '../../../testing/catalog-api.js';

const api = new CatalogApi();
beforeEach(api.start);
afterEach(api.stop);

describe('a running import', () => {
  it('reports its progress, and the seconds left if they are known', async () => {
    const running = { state: ImportState.IMPORT_STATE_RUNNING };
    api.answer = run({
      ...running,
      progress: { bytes: 25, totalBytes: 100, rows: 3, estimatedTimeLeft: toDuration(31_000) },
    });
    const read = async () => (await api.gateway.ask(`${CATALOG}/imports/r1`, { headers: authorized })).json;
    expect(await read()).toMatchObject({
      state: 'RUNNING',
      progress: { bytes: 25, totalBytes: 100, rows: 3, estimatedSecondsLeft: 31 },
    });
    api.answer = run({ ...running, progress: { bytes: 25, rows: 3 } });
    expect(await read()).toMatchObject({ progress: { totalBytes: null, estimatedSecondsLeft: null } });
  });
});

describe('GET …/imports/{id}/rejected.csv', () => {
  it('is a table in which no cell is a formula (docs/reliability.md R5.8)', async () => {
    api.answer = run({
      rejected: [
        { line: 4, column: '=cmd', reason: '+1+1 is "none"' },
        { line: 5, column: '@SUM', reason: '-2' },
      ],
    });
    const response = await api.gateway.ask(`${CATALOG}/imports/r1/rejected.csv`, { headers: authorized });
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(response.text).toBe('line;column;reason\r\n4;"\'=cmd";"\'+1+1 is ""none"""\r\n5;"\'@SUM";"\'-2"\r\n');
  });
});

describe('what an import changes. docs/catalog.md "What an import changes"', () => {
  it('GET …/changes has empty fields as null, and what is of concern by name', async () => {
    api.gateway.services.handlers.catalogAdmin.getImportChanges = async () => ({
      changes: {
        fields: [{ product: true, field: 'imageUrl', count: 1 }],
        changes: [
          {
            product: true,
            id: 'P1',
            name: 'Velvet',
            field: 'imageUrl',
            before: 'https://s.example/i',
            concern: ChangeConcern.CHANGE_CONCERN_IMAGE,
          },
        ],
        removed: [],
      },
    });
    const { status, json } = await api.gateway.ask(`${CATALOG}/imports/r1/changes`, { headers: authorized });
    const change = { kind: 'product', id: 'P1', name: 'Velvet', field: 'imageUrl', before: 'https://s.example/i' };
    expect([status, json]).toEqual([
      200,
      {
        fields: [{ kind: 'product', field: 'imageUrl', count: 1 }],
        changes: [{ ...change, after: null, concern: 'IMAGE' }],
        removed: [],
      },
    ]);
  });

  it('GET …/funnels counts the removed variants in each assortment, the largest share first', async () => {
    const scopes: Record<string, { eligible: string[]; excludedByRule: string[] }> = {
      f1: { eligible: ['a', 'b', 'c', 'd'], excludedByRule: [] },
      f2: { eligible: ['a'], excludedByRule: ['b'] },
      f3: { eligible: ['c'], excludedByRule: [] },
    };
    const { handlers } = api.gateway.services;
    handlers.catalogAdmin.listRemovedVariants = async () => ({ variantIds: ['a', 'b', 'gone'] });
    handlers.funnelAdmin.listFunnels = async () => ({
      items: Object.keys(scopes).map((id) => ({ id, subdomain: `quiz-${id}`, name: id, paused: false })),
      nextPageToken: '',
    });
    handlers.matcher.getScope = async ({ subject }) => ({
      state: 's',
      unchanged: false,
      matched: [],
      firstOfTabs: [],
      sets: [],
      catalogVersion: 1,
      configVersion: 1,
      ...((subject?.$case === 'funnel' && scopes[subject.value.funnelId]) || { eligible: [], excludedByRule: [] }),
    });
    const { status, json } = await api.gateway.ask(`${CATALOG}/imports/r1/funnels`, { headers: authorized });
    expect(status).toBe(200);
    expect(json.data).toEqual([
      { subdomain: 'quiz-f2', name: 'f2', variants: 2, removed: 2 },
      { subdomain: 'quiz-f1', name: 'f1', variants: 4, removed: 2 },
    ]);
  });
});
