import { json, ServiceError } from '@svc/kit';
import type { ApplyBlueprintRequest } from '@svc/proto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAdminApi, GLOW } from '../../../testing/admin-api.js';

const api = createAdminApi();
const { admin, getCalls } = api;
beforeEach(api.start);
afterEach(api.stop);

describe('the blueprint. docs/management.md "Applying"', () => {
  beforeEach(() => {
    api.gateway.services.handlers.funnelAdmin.applyBlueprint = async () => ({ body: Buffer.from('{"changed":[]}') });
  });
  const put = (type: string, body: string) =>
    admin(`${GLOW}/blueprint`, { method: 'PUT', headers: { 'content-type': type }, body });
  const applied = () =>
    getCalls('applyBlueprint').map((request) => json.decode((request as ApplyBlueprintRequest).blueprintJson));

  it.each([
    ['application/json', '{"name":"Glow","sets":null}'],
    ['application/yaml; charset=utf-8', 'name: Glow\nsets: []\n'],
    ['text/yaml', 'name: Glow\nsets:\n'],
  ])('%s is applied, defaults filled in, and the answer is the service’s', async (type, body) => {
    const answer = await put(type, body);
    expect([answer.status, answer.text]).toEqual([200, '{"changed":[]}']);
    expect(applied()).toEqual([{ name: 'Glow', sets: [] }]);
  });

  it('structural errors are listed without calling the service', async () => {
    const { status, json: body } = await put('application/yaml', 'nmae: Glow\nlanguage: 5\n');
    expect([status, body.error]).toEqual([400, 'INVALID_BLUEPRINT']);
    expect(body.details).toEqual([
      { path: '/language', message: 'The value must be a string.' },
      { path: '/nmae', message: 'This key is not known here; it must be corrected or removed.' },
    ]);
    expect(getCalls('applyBlueprint')).toEqual([]);
  });

  it.each(['svc.test', 'beauty.svc.test', 'dashboard.svc.test'])(
    'a funnel cannot have %s, which is ours, as its own host',
    async (host) => {
      const funnels = [
        { subdomain: 'one', host: 'quiz.glow.example' },
        { subdomain: 'two', host },
        { subdomain: 'three' },
      ];
      const { status, json: body } = await put('application/json', JSON.stringify({ funnels }));
      expect([status, body.error]).toEqual([400, 'INVALID_BLUEPRINT']);
      const message = 'The host must be a host name of your own; those below svc.test follow from subdomain.';
      expect(body.details).toEqual([{ path: '/funnels/1/host', message }]);
      expect(getCalls('applyBlueprint')).toEqual([]);
    },
  );

  it('faults that the service finds are passed on as they are', async () => {
    const details = [{ path: '/funnels/0/published/steps/1/id', message: 'This id is used twice.' }];
    api.gateway.services.handlers.funnelAdmin.applyBlueprint = async () => {
      throw new ServiceError('INVALID_BLUEPRINT', 'Nothing was applied.', { details });
    };
    expect((await put('application/json', '{}')).json).toMatchObject({ error: 'INVALID_BLUEPRINT', details });
  });

  it('a service that died in the middle is 503: apply again', async () => {
    api.gateway.services.handlers.funnelAdmin.applyBlueprint = async () => {
      throw new ServiceError('UNAVAILABLE', 'Apply again.');
    };
    const { status, json: body, headers } = await put('application/json', '{}');
    expect([status, body.error, headers['retry-after']]).toEqual([503, 'UNAVAILABLE', '1']);
  });

  it('another type is 415; 32 MiB and a byte are 413', async () => {
    expect((await put('text/plain', '{}')).status).toBe(415);
    const headers = { 'content-type': 'application/json', 'content-length': String(32 * 1024 * 1024 + 1) };
    expect((await admin(`${GLOW}/blueprint`, { method: 'PUT', headers, body: '{}' })).json.error).toBe(
      'REQUEST_TOO_LARGE',
    );
  });

  it('is exported as JSON, or as YAML that can be applied again', async () => {
    const blueprint = {
      handle: 'glow',
      name: 'Glow: "Cosmetics"',
      tagging: { products: { '1': ['a:b'] }, variants: {} },
    };
    api.gateway.services.handlers.funnelAdmin.getBlueprint = async () => ({ blueprintJson: json.encode(blueprint) });
    const asJson = await admin(`${GLOW}/blueprint`);
    expect(asJson.json).toEqual(blueprint);
    const asYaml = await admin(`${GLOW}/blueprint`, { headers: { accept: 'application/yaml' } });
    expect(asYaml.headers['content-type']).toBe('application/yaml; charset=utf-8');
    expect(asYaml.headers.vary).toBe('Accept');
    expect((await put('application/yaml', asYaml.text)).status).toBe(200);
    expect(applied()).toEqual([blueprint]);
  });
});
