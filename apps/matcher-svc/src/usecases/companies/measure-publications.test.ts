import { startMetricsServer } from '@svc/kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, givePeers } from '../../testing/matcher.js';
import { useMatchers } from '../../testing/use-matchers.js';

const matchers = useMatchers();
let metrics: Awaited<ReturnType<typeof startMetricsServer>>;
beforeAll(async () => {
  metrics = await startMetricsServer({ host: '127.0.0.1', port: 0 });
});
afterAll(() => metrics.close());

async function scrape(): Promise<{ count: number; sum: number }> {
  const text = await (await fetch(`http://${metrics.address}/metrics`)).text();
  const read = (part: string) =>
    Number(new RegExp(`^svc_publish_visible_seconds_${part}(?:{})? (.+)$`, 'm').exec(text)?.[1] ?? 0);
  return { count: read('count'), sum: read('sum') };
}

// docs/metrics.md
it('the time from a publication until a replica uses it is measured by each replica that has the company in memory', async () => {
  const { company, peers, start } = matchers;
  const replicas = [await start(), await start()];
  for (const replica of replicas) await replica.match(company);
  expect(await scrape()).toEqual({ count: 0, sum: 0 });

  givePeers(peers, company, { number: 2 });
  const states = peers.states.get(company);
  for (const funnel of states?.funnels ?? []) funnel.publishedAtMs = Date.now() - 30_000;
  await eventually(async () => expect((await scrape()).count).toBe(2));
  expect((await scrape()).sum).toBeGreaterThanOrEqual(60);

  // Changes that publish nothing are not measured.
  if (states) peers.states.set(company, { ...states, version: 3, language: 'de' });
  await eventually(async () => {
    const stored = await matchers.database.owner('funnel_states').where({ company_id: company }).first('version');
    expect(Number(stored.version)).toBe(3);
  });
  expect((await scrape()).count).toBe(2);
});
