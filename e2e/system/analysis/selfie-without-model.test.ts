import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMPLETE, contractCompany } from '../../support/contract-company.js';
import { repeatWhileUnavailable, send, until } from '../../support/http.js';
import { readMemory } from '../../support/memory.js';
import { packagedFace } from '../../support/packaged-face.js';
import { dataUrl, JPEG } from '../../support/pictures.js';
import { freePort, isReady } from '../../support/processes.js';
import { admin, type Cluster, startCluster } from '../../support/services.js';

/** A platform without the model, or an installation that lost it: nothing but the measurement may miss it. */
describe('selfies where the model is missing', () => {
  let cluster: Cluster;
  let origin: string;
  let management: ReturnType<typeof admin>;
  let key: string;
  let funnelId: string;
  let metricsPort: number;

  beforeAll(async () => {
    metricsPort = await freePort();
    cluster = await startCluster({
      replicas: 1,
      environment: { SELFIE_MODELS: '/nowhere', LOG_LEVEL: 'info' },
      analysis: { METRICS_PORT: String(metricsPort) },
    });
    origin = cluster.gateways[0]?.origin as string;
    management = admin(origin, cluster.platformToken);
    const applied = await management.establish('blind', contractCompany());
    funnelId = applied.body.funnels.all.id;
    key = await management.createKey('blind');
  });
  afterAll(() => cluster?.stop());

  let turn = 0;
  /** With a key: a busy system may refuse what it has stored, and a picture counts once. */
  const create = (selfie: string) => {
    const headers = { authorization: `Bearer ${key}`, 'idempotency-key': `picture-${++turn}` };
    const body = { funnelId, ...COMPLETE, selfie };
    return repeatWhileUnavailable(() => send(origin, '/api/v1/analyses', { headers, body }));
  };

  it('no process for pictures runs before the first one comes', () => {
    expect(readMemory(cluster.analysis.child.pid as number).workers).toEqual([]);
  });

  it('creates continue without a warning, and the record contains the reason', async () => {
    for (const picture of [packagedFace(), JPEG, packagedFace()]) {
      const { status, body } = await create(dataUrl('jpeg', picture));
      expect([status, body.payload_warnings]).toEqual([200, undefined]);
      const record = await management.call('GET', `/companies/blind/analyses/${body.id}`);
      expect(record.body.selfie).toMatchObject({ sent: true, status: 'IGNORED', reason: 'MODEL_UNAVAILABLE' });
    }
  });

  it('a picture that is none is still refused', async () => {
    const { status, body } = await create(dataUrl('jpeg', JPEG.subarray(0, 200)));
    expect([status, body.error]).toEqual([400, 'INVALID_SELFIE']);
  });

  it('a metric counts the pictures that were not looked at', async () => {
    const { text } = await send(`http://127.0.0.1:${metricsPort}`, '/metrics');
    expect(text).toContain('svc_selfies_total{outcome="MODEL_UNAVAILABLE"} 3');
    expect(text).toMatch(/^svc_selfie_model_unavailable_total [1-9]/m);
  });

  it('the system stays ready, one log line says what is missing, and counts follow when the service ends', async () => {
    await until('the system is ready', () => isReady(origin));
    const lines = () =>
      cluster.analysis
        .output()
        .split('\n')
        .filter((line) => line.includes('selfies'));
    expect(lines()).toEqual([expect.stringMatching(/"level":"warn".*models.*selfies are ignored/)]);
    await cluster.analysis.stop();
    expect(lines().at(-1)).toContain('"ignored":{"MODEL_UNAVAILABLE":3}');
  });
});
