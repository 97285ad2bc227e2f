import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repeatWhileUnavailable, send, until } from '../../support/http.js';
import { freePort, type Running } from '../../support/processes.js';
import { buildCatalog, createQuiz, picks, type Quiz, question } from '../../support/quiz.js';
import { type Cluster, startCluster } from '../../support/services.js';

/** docs/operations.md "Probes and draining": two gateways and two matchers, as an orchestrator and a load balancer see them. */
describe('probes of services that run alone', () => {
  let cluster: Cluster;
  let quiz: Quiz;
  let analysis: string;
  const ports = { gateways: [0, 0], funnel: 0 };

  beforeAll(async () => {
    ports.gateways = [await freePort(), await freePort()];
    ports.funnel = await freePort();
    cluster = await startCluster({
      environment: { SHUTDOWN_DELAY_MS: '3000', LOG_LEVEL: 'info' },
      funnel: { METRICS_PORT: String(ports.funnel) },
      ownOfGateway: (place) => ({ METRICS_PORT: String(ports.gateways[place]) }),
    });
    const system = { origin: cluster.gateways[1]?.origin as string, platformToken: cluster.platformToken };
    quiz = await createQuiz(system, 'probes', {
      catalog: buildCatalog({ V1: ['t:a'], V2: [] }),
      steps: [question(1, { a: { prefer: ['t:a'] } })],
    });
    analysis = (await repeatWhileUnavailable(() => quiz.create(picks({ 1: 'a' })))).body.id;
  });
  afterAll(() => cluster?.stop());

  const probe = async (port: number, path: string) => {
    const { status, text } = await send(`http://127.0.0.1:${port}`, path);
    return [status, text.trim()];
  };
  const exitsWithZero = (running: Running) => running.stop('SIGTERM').then((code) => expect(code).toBe(0));

  it('a process that is ready answers every probe with 200', async () => {
    for (const port of [...ports.gateways, ports.funnel]) {
      for (const path of ['/livez', '/readyz', '/startupz']) expect(await probe(port, path)).toEqual([200, 'ok']);
    }
    const status = JSON.parse((await probe(ports.funnel, '/status'))[1] as string);
    expect(status).toMatchObject({ name: 'funnel-svc', ready: true, database: { working: true } });
  });

  it('SIGTERM to a gateway and to a matcher under load: a balancer that asks /readyz sees no failed request, and both exit with 0', async () => {
    let isLoading = true;
    let asked = 0;
    const statuses: number[] = [];
    const isReady = [true, true];
    /** Asks as load balancers do, only more often. */
    const balance = async (place: number) => {
      while (isLoading) {
        isReady[place] = await probe(ports.gateways[place] as number, '/readyz').then(
          ([status]) => status === 200,
          () => false,
        );
        await sleep(50);
      }
    };
    const load = async () => {
      while (isLoading) {
        const { origin } = cluster.gateways[isReady[0] ? 0 : 1] as Cluster['gateways'][number];
        const path = `/api/v1/analyses/${analysis}/matches?variantId=V1&variantId=x${++asked}`;
        statuses.push((await send(origin, path).catch(() => ({ status: 0 }))).status);
        // Together they would keep the machine busy; more requests at a time show nothing else.
        await sleep(10);
      }
    };
    const running = [balance(0), balance(1), ...Array.from({ length: 4 }, load)];
    const served = (count: number) => until('requests are served', async () => statuses.length >= count, 60_000);
    await served(100);
    const stopping = cluster.gateways[0]?.process as Running;
    const stopped = Promise.all([exitsWithZero(stopping), exitsWithZero(cluster.matchers[0] as Running)]);
    await until('the gateway is not ready', async () => isReady[0] === false);
    await stopped;
    await served(statuses.length + 100);
    isLoading = false;
    await Promise.all(running);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    expect(stopping.output()).toContain('"msg":"stopped"');
  });

  it('with every matcher stopped the other gateway stays ready', async () => {
    await cluster.matchers[1]?.stop('SIGKILL');
    expect((await quiz.matches(analysis, '?variantId=y')).status).toBe(503);
    expect(await probe(ports.gateways[1] as number, '/readyz')).toEqual([200, 'ok']);
    expect((await send(cluster.gateways[1]?.origin as string, '/readyz')).status).toBe(503);
  });

  it('with the database stopped a service is alive and not ready, and ready again when it is back', async () => {
    await cluster.crashDatabase();
    await until('it is not ready', async () => (await probe(ports.funnel, '/readyz'))[0] === 503);
    expect(await probe(ports.funnel, '/readyz')).toEqual([503, 'the database cannot be reached']);
    expect(await probe(ports.funnel, '/livez')).toEqual([200, 'ok']);
    expect(await probe(ports.gateways[1] as number, '/readyz')).toEqual([200, 'ok']);
    await cluster.startDatabase();
    await until('it is ready', async () => (await probe(ports.funnel, '/readyz'))[0] === 200);
  });
});
