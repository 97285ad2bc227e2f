import { scaleTimeout } from '@svc/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, repeatWhileUnavailable, send, until } from '../../support/http.js';
import { pacedLoad } from '../../support/paced-load.js';
import { createQuiz, picks, type Quiz, question } from '../../support/quiz.js';
import { type Cluster, startCluster } from '../../support/services.js';

const SHARED = 1_000;
/** Number of variants that an import may remove without being held. docs/reliability.md R5.2. */
const OWN = 20;
const SWAPS = 20;
const HASTY_SWAPS = 6;
const MATCHES_PER_SECOND = 100;
/** Consecutive responses from the new catalog, over all replicas, before the next one is imported. */
const SETTLED = 40;
/** Contract: a change shows within 2 s. */
const FRESH_MS = scaleTimeout(2_000);
/** What a machine with other work may take in a single case. */
const LATEST_MS = 15_000;

type Name = 'A' | 'B';
const other = (name: Name): Name => (name === 'A' ? 'B' : 'A');

/**
 * Two catalogs whose answers have nothing in common: variants that suit dry skin in A suit oily skin in B, 20 variants are in one of
 * them only, and B stands in the reverse order. A mixture of both is an answer of neither.
 */
function buildCsv(name: Name): string {
  const rows = Array.from({ length: SHARED }, (_, i) => {
    const isDry = i < SHARED / 2 === (name === 'A');
    return `V${i};P${Math.floor(i / 4)};Shade ${name} ${i};https://shop.example/${i};skin:${isDry ? 'dry' : 'oily'}`;
  });
  if (name === 'B') rows.reverse();
  const own = Array.from(
    { length: OWN },
    (_, i) => `${name}${i};;Only ${name} ${i};https://shop.example/${name}${i};skin:dry`,
  );
  return `${['id;parentId;name;url;tags', ...own, ...rows].join('\n')}\n`;
}

/** docs/reliability.md R5.3, R5.1. */
describe('20 catalogs, one after the other, under 100 matches a second', () => {
  let cluster: Cluster;
  let quiz: Quiz;
  /** Paths that are asked for, and what is right for each of them. */
  let paths: string[];
  const right: Record<Name, Map<string, string>> = { A: new Map(), B: new Map() };
  const answers: { startedAt: number; name: Name | 'neither' }[] = [];
  const wrong: string[] = [];

  const importing = async (name: Name) => {
    const startedAt = performance.now();
    const { status, body, text } = await quiz.call('POST', '/catalog/imports?wait=true', buildCsv(name), 'text/csv');
    expect([status, body?.state], text).toEqual([200, 'SUCCEEDED']);
    return { name, startedAt, endedAt: performance.now() };
  };
  const ask = (path: string, gateway: number) => send(cluster.gateways[gateway]!.origin, path);

  /** Without other traffic: all responses of both gateways, checked by their variants to be those of the catalog. */
  async function takeReferences(name: Name): Promise<void> {
    await importing(name);
    const isInForce = async (answer: Promise<Answer>) => {
      const ids: string[] = (await answer).body.matchedVariants;
      return ids.includes(`${name}0`) && !ids.includes(`${other(name)}0`);
    };
    await until(`${name} is in force everywhere`, async () => {
      for (let round = 0; round < 4; round += 1) {
        for (const gateway of [0, 1]) if (!(await isInForce(ask(paths[0] as string, gateway)))) return false;
        // Beyond what a gateway keeps of an answer.
        await new Promise((resolve) => setTimeout(resolve, 550));
      }
      return true;
    });
    const takeReference = async (path: string) => {
      const [one, two] = await Promise.all([ask(path, 0), ask(path, 1)]);
      expect([one.status, two.status, two.text === one.text]).toEqual([200, 200, true]);
      right[name].set(path, one.text);
    };
    for (let at = 0; at < paths.length; at += 4) await Promise.all(paths.slice(at, at + 4).map(takeReference));
  }

  beforeAll(async () => {
    cluster = await startCluster();
    const system = { origin: cluster.gateways[0]!.origin, platformToken: cluster.platformToken };
    quiz = await createQuiz(system, 'swaps', {
      steps: [question(1, { dry: { require: ['skin:dry'] }, oily: { require: ['skin:oily'] } })],
      resultPage: {
        enabled: true,
        tabs: [{ key: 'SKIN', name: { en: 'Skin' }, select: { tags: ['skin:dry', 'skin:oily'] } }],
      },
    });
    const submit = async (_: unknown, i: number): Promise<string> =>
      (await repeatWhileUnavailable(() => quiz.create(picks({ 1: i % 2 === 0 ? 'dry' : 'oily' })))).body.id;
    const created = await Promise.all(Array.from({ length: 60 }, submit));
    // More than a gateway keeps within 500 ms, so that most of them are matched, and one that is asked for all the time.
    paths = created.flatMap((id) => [
      `/api/v1/analyses/${id}/matches`,
      `/api/v1/analyses/${created[0]}/matches`,
      `/api/v1/analyses/${id}/matches?resultPage=true&locale=en`,
    ]);
    await takeReferences('B');
    await takeReferences('A');
  });
  afterAll(() => cluster?.stop());

  const load = () =>
    pacedLoad(MATCHES_PER_SECOND, async (index) => {
      const path = paths[index % paths.length] as string;
      const startedAt = performance.now();
      try {
        const { status, text } = await ask(path, index % 2);
        const name = (['A', 'B'] as const).find((one) => status === 200 && text === right[one].get(path)) ?? 'neither';
        answers.push({ startedAt, name });
        if (name === 'neither') wrong.push(`${path}: ${status} ${text.slice(0, 300)}`);
      } catch (error) {
        wrong.push(`${path}: ${String(error)}`);
      }
    });

  it('the references of A and B have nothing in common but the ids, and none is empty', () => {
    for (const path of paths) {
      const [a, b] = [JSON.parse(right.A.get(path)!), JSON.parse(right.B.get(path)!)];
      expect(a.matchedVariants.length).toBeGreaterThanOrEqual(SHARED / 2);
      expect(b.matchedVariants.length).toBeGreaterThanOrEqual(SHARED / 2);
      expect(a.matchedVariants).not.toEqual(b.matchedVariants);
      expect(a.matchedVariants.filter((id: string) => b.matchedVariants.includes(id))).toEqual([]);
    }
  });

  it('every answer is the one of the old catalog or of the new one: no mixture, none empty, no error, and soon only the new one', async () => {
    const traffic = load();
    const swaps: Awaited<ReturnType<typeof importing>>[] = [];
    try {
      for (let swap = 0; swap < SWAPS; swap += 1) {
        const done = await importing(swap % 2 === 0 ? 'B' : 'A');
        swaps.push(done);
        await until(
          `swap ${swap} is seen everywhere`,
          async () => answers.length >= SETTLED && answers.slice(-SETTLED).every(({ name }) => name === done.name),
          LATEST_MS,
        );
      }
      // Faster than they can be followed.
      for (let swap = 0; swap < HASTY_SWAPS; swap += 1) swaps.push(await importing(swap % 2 === 0 ? 'B' : 'A'));
    } finally {
      await traffic.stop();
    }
    expect(wrong).toEqual([]);
    expect(answers.length).toBeGreaterThan(SWAPS * SETTLED);
    // Of each swap: when the last answer of the old catalog was asked for, after the import had ended.
    const staleMs = swaps.slice(0, SWAPS).map(({ name, endedAt }, swap) => {
      const next = swaps[swap + 1]!.startedAt;
      const late = answers.filter((one) => one.startedAt > endedAt && one.startedAt < next && one.name !== name);
      return Math.max(0, ...late.map(({ startedAt }) => startedAt - endedAt));
    });
    staleMs.sort((a, b) => a - b);
    expect(staleMs[SWAPS / 2], staleMs.map(Math.round).join()).toBeLessThan(FRESH_MS);
    expect(staleMs.at(-1), staleMs.map(Math.round).join()).toBeLessThan(LATEST_MS);
    if (process.env.SHOW_FIGURES)
      console.log(`${answers.length} answers; stale for ${staleMs.map(Math.round).join()} ms`);
  }, 300_000);
});
