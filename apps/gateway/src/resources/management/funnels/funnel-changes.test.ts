import { json, ServiceError } from '@svc/kit';
import { type ApplyBlueprintRequest, VersionState } from '@svc/proto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PLATFORM_TOKEN, startGateway, type TestGateway } from '../../../testing/start-gateway.js';

const FUNNELS = '/api/admin/v1/companies/glow/funnels';
const option = (key: string, formerKeys: string[] = []) => ({
  ...{ key, orderNumber: 0, caption: { default: key }, formerKeys },
  tags: { require: [], prefer: [], avoid: [] },
});
const step = {
  ...{ id: 1, key: 'step_1', type: 'SINGLE_SELECTION', orderNumber: 0, title: { default: 'Skin?' }, formerIds: [9] },
  ...{ required: true, strict: false, showWhen: null, selections: [option('dry', ['arid'])], settings: {} },
};
const assortment = { tags: ['category:makeup'], productIds: [] };

let gateway: TestGateway;
/** What funnel-svc answers to an apply. */
let applied: object;
beforeEach(async () => {
  applied = { funnels: {}, changed: [], warnings: [] };
  gateway = await startGateway({
    handlers: {
      funnelAdmin: {
        getCompany: async () => ({ companyId: 'company-1', name: 'Glow', language: 'en', currency: 'EUR' }),
        applyBlueprint: async () => ({ body: json.encode(applied) }),
        getSettingsPart: async ({ part }) => ({
          partJson: json.encode(part.endsWith('/assortment') ? assortment : { part }),
          fingerprint: 'f',
        }),
        describeVersion: async ({ versionId }) => ({
          version: { id: versionId, number: 3, state: VersionState.VERSION_STATE_DRAFT, createTime: new Date() },
          stepsJson: json.encode([step]),
        }),
      },
      matcherAdmin: {
        getTagUsage: async () => ({
          usageJson: json.encode([
            { tag: 'concern:dryness', products: 1, variants: 2 },
            // Only a rule names it.
            { tag: 'concern:oiliness', products: 0, variants: 0, rules: 1 },
          ]),
        }),
      },
      funnel: {
        getCompanyState: async () => ({
          version: 1,
          language: 'en',
          funnels: [
            { funnelId: 'f1', archived: false, subdomain: 'beauty', publishedVersionId: 'v1', draftVersionId: 'v3' },
            { funnelId: 'f2', archived: true, subdomain: 'old' },
          ],
        }),
      },
    },
  });
});
afterEach(() => gateway.stop());

const send = (method: string, path: string, body: unknown) =>
  gateway.ask(path, {
    method,
    headers: { authorization: `Bearer ${PLATFORM_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const listApplied = () =>
  ((gateway.services.calls.applyBlueprint ?? []) as ApplyBlueprintRequest[]).map(({ blueprintJson, newFunnel }) => ({
    newFunnel,
    file: json.decode<{ funnels: Record<string, unknown>[] }>(blueprintJson),
  }));
const created = { id: 'f9', draft: { id: 'v9', number: 1 } };

describe('POST …/funnels (docs/management.md "Funnels")', () => {
  it('applies a file with a funnel that must be new, and returns it', async () => {
    applied = { funnels: { spring: { id: 'f9' } }, changed: ['funnels/spring'], warnings: [] };
    const { status, json: body } = await send('POST', FUNNELS, { subdomain: 'spring', name: 'Spring' });
    expect([status, body]).toEqual([201, { subdomain: 'spring', id: 'f9', draft: null, warnings: [] }]);
    expect(listApplied()).toEqual([
      { newFunnel: 'spring', file: { funnels: [{ subdomain: 'spring', name: 'Spring' }] } },
    ]);
  });

  it('given questions are its draft; a problem is named by its place in the body', async () => {
    applied = { funnels: { spring: created }, changed: ['funnels/spring'], warnings: [] };
    const given = { subdomain: 'spring', name: 'Spring', steps: [{ id: 1, type: 'AGE', title: 'Age?' }] };
    expect((await send('POST', FUNNELS, given)).json).toMatchObject(created);
    expect(listApplied()[0]?.file.funnels[0]).toMatchObject({ draft: { steps: [{ id: 1, type: 'AGE' }] } });
    gateway.services.handlers.funnelAdmin.applyBlueprint = async () => {
      const details = ['/funnels/0/subdomain', '/funnels/0/draft/steps/0/key'].map((path) => ({
        path,
        message: 'No.',
      }));
      throw new ServiceError('INVALID_BLUEPRINT', 'Two problems.', { details });
    };
    const refused = await send('POST', FUNNELS, given);
    expect([refused.status, refused.json.error]).toEqual([400, 'INVALID_BLUEPRINT']);
    expect((refused.json.details as { path: string }[]).map(({ path }) => path)).toEqual([
      '/subdomain',
      '/steps/0/key',
    ]);
  });

  it('a template is its draft, with the tags that variants have', async () => {
    applied = { funnels: { spring: created }, changed: ['funnels/spring'], warnings: [] };
    const given = { subdomain: 'spring', name: 'Spring', template: 'three-questions' };
    expect((await send('POST', FUNNELS, given)).json).toMatchObject(created);
    const draft = listApplied()[0]?.file.funnels[0]?.draft as { steps: (typeof step)[] } | undefined;
    const skin = draft?.steps[1];
    expect(skin).toMatchObject({
      id: 2,
      key: 'skin',
      title: { default: 'How is your skin?', de: 'Wie ist deine Haut?' },
    });
    expect(skin?.selections.map(({ tags }) => tags)).toMatchObject([
      { prefer: ['concern:dryness'] },
      { prefer: [] },
      { prefer: [] },
    ]);
  });

  it('an existing sub-domain is 409', async () => {
    gateway.services.handlers.funnelAdmin.applyBlueprint = async () => {
      throw new ServiceError('CONFLICT', 'The company has a funnel with this sub-domain.');
    };
    const { status, json: body } = await send('POST', FUNNELS, { subdomain: 'beauty', name: 'Twice' });
    expect([status, body.error]).toEqual([409, 'CONFLICT']);
  });

  it.each([
    [{ name: 'No address' }, '/subdomain'],
    [{ subdomain: 'spring' }, '/name'],
    [{ subdomain: 'spring', name: 'x', published: {} }, '/published'],
    [{ subdomain: 'spring', name: 'x', steps: [{ id: 1 }] }, '/steps/0/type'],
    [{ subdomain: 'spring', name: 'x', template: 'wizard' }, '/template'],
    [{ subdomain: 'spring', name: 'x', template: 'one-question', steps: [] }, '/template'],
  ])('%j is refused at %s', async (body, path) => {
    const { status, json: refused } = await send('POST', FUNNELS, body);
    expect([status, (refused.details as { path: string }[])[0]?.path]).toEqual([400, path]);
    expect(listApplied()).toEqual([]);
  });
});

describe('GET …/funnel-templates (docs/management.md "Templates")', () => {
  it('lists the templates as the company would have them', async () => {
    const { status, json: body } = await gateway.ask('/api/admin/v1/companies/glow/funnel-templates', {
      headers: { authorization: `Bearer ${PLATFORM_TOKEN}` },
    });
    const templates = body.data as { key: string; name: object; steps: unknown[]; missingTags: string[] }[];
    expect([status, templates.map(({ key, steps }) => [key, steps.length])]).toEqual([
      200,
      [
        ['one-question', 1],
        ['three-questions', 3],
        ['find-your-shade', 10],
        ['style-quiz', 11],
      ],
    ]);
    expect(templates[1]).toMatchObject({
      name: { en: 'Three questions', de: 'Drei Fragen' },
      missingTags: ['concern:oiliness', 'concern:sensitivity'],
    });
  });
});

describe('POST …/duplicate (docs/management.md "Funnels")', () => {
  it('copies the draft without a history, the assortment, the rules and the result page', async () => {
    applied = { funnels: { spring: created }, changed: ['funnels/spring'], warnings: [] };
    const { status, json: body } = await send('POST', `${FUNNELS}/beauty/duplicate`, {
      subdomain: 'spring',
      name: 'Spring',
    });
    expect([status, body]).toEqual([201, { subdomain: 'spring', ...created, warnings: [] }]);
    expect(gateway.services.calls.describeVersion).toMatchObject([{ subdomain: 'beauty', versionId: 'v3' }]);
    expect(listApplied()).toEqual([
      {
        newFunnel: 'spring',
        file: {
          funnels: [
            {
              ...{ subdomain: 'spring', name: 'Spring', assortment },
              matching: { part: 'funnels/beauty/matching' },
              resultPage: { part: 'funnels/beauty/resultPage' },
              draft: { steps: [{ ...step, formerIds: [], selections: [option('dry')] }] },
            },
          ],
        },
      },
    ]);
  });

  it.each(['unknown', 'old'])('of %s, which is not in use, is 404', async (subdomain) => {
    const { status } = await send('POST', `${FUNNELS}/${subdomain}/duplicate`, { subdomain: 'spring', name: 'Spring' });
    expect([status, listApplied()]).toEqual([404, []]);
  });
});

describe('PATCH …/funnels/{subdomain} (docs/management.md "Funnels")', () => {
  it('applies the given keys only, and names what changed', async () => {
    applied = { funnels: {}, changed: ['funnels/beauty/paused'], warnings: [] };
    const { status, json: body } = await send('PATCH', `${FUNNELS}/beauty`, { paused: true, host: null });
    expect([status, body]).toEqual([200, { changed: ['paused'], warnings: [] }]);
    expect(listApplied()).toEqual([{ file: { funnels: [{ subdomain: 'beauty', paused: true, host: null }] } }]);
  });

  it('brings an archived funnel back; an unknown one is 404 and is not created', async () => {
    expect((await send('PATCH', `${FUNNELS}/old`, { archived: false })).status).toBe(200);
    expect((await send('PATCH', `${FUNNELS}/unknown`, { name: 'New' })).status).toBe(404);
    expect(listApplied()).toHaveLength(1);
  });

  it.each([
    [{ paused: 'yes' }, '/paused'],
    [{ subdomain: 'other' }, '/subdomain'],
    [{ published: {} }, '/published'],
  ])('%j is refused at %s', async (body, path) => {
    const { status, json: refused } = await send('PATCH', `${FUNNELS}/beauty`, body);
    expect([status, (refused.details as { path: string }[])[0]?.path]).toEqual([400, path]);
  });
});
