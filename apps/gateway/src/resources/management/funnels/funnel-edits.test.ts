import { json, ServiceError } from '@svc/kit';
import type { SaveFunnelEditRequest } from '@svc/proto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actor, sessionFakes } from '../../../testing/sessions.js';
import { PLATFORM_TOKEN, startGateway, type TestGateway } from '../../../testing/start-gateway.js';

const fakes = sessionFakes();
const EDIT = '/api/admin/v1/companies/glow/funnels/beauty/edit';
const parts = { steps: [{ id: 1, type: 'SINGLE_SELECTION', title: 'Skin', selections: [{ key: 'dry' }] }] };

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({
    handlers: {
      ...fakes.handlers,
      funnelEdits: {
        getFunnelEdit: async () => ({
          edit: {
            ...{ revision: 7, updateTime: new Date('2026-11-23T18:00:00Z'), updatedBy: '' },
            ...{ partsJson: json.encode({ steps: [] }), problems: [], warnings: [] },
          },
        }),
        saveFunnelEdit: async ({ expectedRevision }) => {
          if (expectedRevision === 6) throw new ServiceError('PRECONDITION_FAILED', 'The edit has changed.');
          const problems = [{ path: '/steps/0/key', message: 'The key must be another one.' }];
          return { revision: (expectedRevision ?? 0) + 1, problems, warnings: [] };
        },
        discardFunnelEdit: async () => ({}),
        createDraftFromEdit: async () => ({ versionId: 'v', number: 4, warnings: [] }),
        renderFunnelEdit: async ({ locale }) => ({ pageJson: json.encode({ locale, steps: [] }) }),
        reportEditor: async ({ part }) => ({
          others: [{ userName: 'Bob', part, sinceTime: new Date('2026-11-23T18:00:00Z') }],
        }),
      },
    },
  });
});
afterAll(() => gateway.stop());

const ask = (method: string, path: string, headers: Record<string, string> = {}, body?: unknown) =>
  gateway.ask(path, {
    method,
    headers: { authorization: `Bearer ${PLATFORM_TOKEN}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
const getSaved = () => (gateway.services.calls.saveFunnelEdit ?? []) as SaveFunnelEditRequest[];

describe('PUT …/edit (docs/management.md "Editing a funnel")', () => {
  it('saves onto the revision of If-Match, defaults filled in, and returns the next one with the problems', async () => {
    const body = { parts, base: { versionId: 'base' } };
    const { status, json: answer, headers } = await ask('PUT', EDIT, { 'if-match': '"7"' }, body);
    expect([status, headers.etag, answer]).toEqual([
      200,
      '"8"',
      { revision: 8, problems: [{ path: '/steps/0/key', message: 'The key must be another one.' }], warnings: [] },
    ]);
    const { partsJson, ...request } = getSaved().at(-1) as SaveFunnelEditRequest;
    expect(request).toEqual({
      companyId: 'company-1',
      subdomain: 'beauty',
      expectedRevision: 7,
      baseVersionId: 'base',
      userName: '',
    });
    expect(json.decode<{ steps: unknown[] }>(partsJson).steps).toMatchObject([
      { id: 1, key: 'step_1', title: { default: 'Skin' }, selections: [{ key: 'dry', formerKeys: [] }] },
    ]);
  });

  it('names the current revision when it is another one, so that a client merges with that', async () => {
    const { status, headers } = await ask('PUT', EDIT, { 'if-match': '"6"' }, { parts: {} });
    expect([status, headers.etag]).toEqual([412, '"7"']);
    expect((await ask('PUT', EDIT, {}, { parts: {} })).headers.etag).toBeUndefined();
  });

  it('saves the first time with If-None-Match: *, under the name of the user', async () => {
    const headers = { authorization: `Bearer ${fakes.token(actor())}`, 'if-none-match': '*' };
    expect((await ask('PUT', EDIT, headers, { parts: {} })).status).toBe(200);
    expect(getSaved().at(-1)).toMatchObject({ userName: 'Ada' });
    expect(getSaved().at(-1)).not.toHaveProperty('expectedRevision', expect.anything());
  });

  it.each([
    ['428 without a precondition', {}, 428, 'PRECONDITION_REQUIRED'],
    ['428 with If-None-Match of an edit', { 'if-none-match': '"7"' }, 428, 'PRECONDITION_REQUIRED'],
    ['412 for an earlier revision', { 'if-match': '"6"' }, 412, 'PRECONDITION_FAILED'],
    ['412 for what is no ETag of an edit', { 'if-match': '7' }, 412, 'PRECONDITION_FAILED'],
  ])('is %s', async (_, headers, status, error) => {
    const { status: found, json: body } = await ask('PUT', EDIT, headers, { parts });
    expect([found, body.error]).toEqual([status, error]);
  });

  it.each([
    ['parts are missing', {}],
    ['a step has an unknown key', { parts: { steps: [{ id: 1, type: 'AGE', titel: '' }] } }],
    [
      'there are more than 100 steps',
      { parts: { steps: Array.from({ length: 101 }, (_, id) => ({ id, type: 'AGE' })) } },
    ],
  ])('is 400 when %s, and nothing is saved', async (_, body) => {
    const before = getSaved().length;
    const answer = await ask('PUT', EDIT, { 'if-match': '"7"' }, body);
    expect([answer.status, answer.json.error]).toEqual([400, 'INVALID_REQUEST']);
    expect(getSaved()).toHaveLength(before);
  });

  it('takes 4 MiB at most', async () => {
    const { status, json: body } = await ask('PUT', EDIT, { 'if-match': '"7"' }, 'x'.repeat(4 * 1024 * 1024 + 1));
    expect([status, body.error]).toEqual([413, 'REQUEST_TOO_LARGE']);
  });
});

describe('the other routes of an edit', () => {
  it('GET returns it with its ETag', async () => {
    const { json: body, headers } = await ask('GET', EDIT);
    expect(headers.etag).toBe('"7"');
    expect(body).toEqual({
      ...{ revision: 7, updatedAt: '2026-11-23T18:00:00.000Z', updatedBy: null },
      ...{ base: { versionId: null }, parts: { steps: [] }, problems: [], warnings: [] },
    });
  });

  it.each([
    ['DELETE', EDIT, 204],
    ['POST', `${EDIT}/draft`, 200],
  ])('%s %s requires the revision that was read', async (method, path, status) => {
    expect((await ask(method, path)).status).toBe(428);
    expect((await ask(method, path, { 'if-match': '*' })).status).toBe(412);
    expect((await ask(method, path, { 'if-match': '"7"' })).status).toBe(status);
  });

  it('POST render returns the page of the steps, in a language that there is', async () => {
    const path = EDIT.replace('/edit', '/render');
    const answer = await ask('POST', path, {}, { ...parts, locale: 'de' });
    expect([answer.status, answer.json]).toEqual([200, { locale: 'de', steps: [] }]);
    expect((await ask('POST', path, {}, { ...parts, locale: '-' })).status).toBe(400);
    expect((await ask('POST', path, {}, {})).status).toBe(400);
  });

  it('POST presence returns the others', async () => {
    const { json: body } = await ask('POST', `${EDIT}/presence`, {}, { at: 'step 3' });
    expect(body).toEqual({ others: [{ name: 'Bob', part: 'step 3', since: '2026-11-23T18:00:00.000Z' }] });
    expect((await ask('POST', `${EDIT}/presence`, {}, { at: 'x'.repeat(101) })).status).toBe(400);
  });
});
