import { setTimeout as sleep } from 'node:timers/promises';
import { scaleTimeout } from '@svc/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContractApi, refusal, startContract } from '../../support/contract-api.js';
import { COMPLETE, contractCompany } from '../../support/contract-company.js';
import { hostilePictures } from '../../support/hostile-pictures.js';
import { type Answer, send, until } from '../../support/http.js';
import { readMemory } from '../../support/memory.js';
import { dataUrl, png } from '../../support/pictures.js';

const MIB = 1024 * 1024;

/** docs/reliability.md R6: what a picture may do to the service that looks at it. docs/contract.md C8.6, C8.5. */
describe('hostile pictures', () => {
  let api: ContractApi;
  let key: string;
  let funnelId: string;
  let matchedAnalysisId: string;
  const pid = () => api.system.child.pid as number;
  const create = (selfie: string) => api.createOnce(key, { funnelId, ...COMPLETE, selfie });

  beforeAll(async () => {
    api = await startContract();
    const applied = await api.apply('hostile', contractCompany());
    funnelId = applied.funnels.all.id;
    key = await api.management.createKey('hostile');
    matchedAnalysisId = await api.analysis(key, { funnelId, ...COMPLETE });
  });
  afterAll(() => api?.system.stop());

  it('no process for pictures runs before the first one comes, also after creates without any', () => {
    expect(readMemory(pid()).workers).toEqual([]);
  });

  it('each is stored or refused as decided, within 3.5 s and 200 MB more memory; parallel matches are unaffected', async () => {
    // Both processes run and have analyzed a picture: what they need for that is not the hostile pictures' doing.
    const ordinary = dataUrl('png', png(1_500, 1_000));
    for (let round = 0; round < 3; round++) await Promise.all([create(ordinary), create(ordinary)]);
    // One that begins on a busy machine may take longer than a picture may, and ends.
    await until('processes for pictures run', async () => {
      if (readMemory(pid()).workers.length > 0) return true;
      await Promise.all([create(ordinary), create(ordinary)]);
      return false;
    });
    const before = readMemory(pid());
    const usual = (await api.matches(matchedAnalysisId)).body;

    let done = false;
    const peak = { ...before };
    const parallelMatches: { answer: Answer; ms: number }[] = [];
    const pictures: number[] = [];
    const watching = (async () => {
      while (!done) {
        const now = readMemory(pid());
        peak.service = Math.max(peak.service, now.service);
        peak.withWorkers = Math.max(peak.withWorkers, now.withWorkers);
        await sleep(50);
      }
    })();
    const matching = (async () => {
      while (!done) {
        const startedAt = performance.now();
        const answer = await send(api.origin, `/api/v1/analyses/${matchedAnalysisId}/matches`);
        parallelMatches.push({ answer, ms: performance.now() - startedAt });
        await sleep(10);
      }
    })();

    for (const { name, selfie, accepted } of hostilePictures()) {
      const startedAt = performance.now();
      const answer = await create(selfie);
      const tookMs = performance.now() - startedAt;
      pictures.push(tookMs);
      expect({ name, status: answer.status }).toEqual({ name, status: accepted ? 200 : 400 });
      if (!accepted) expect({ name, is: refusal(answer) }).toEqual({ name, is: [400, 'INVALID_SELFIE'] });
      expect({ name, inTime: tookMs < scaleTimeout(3_500) || tookMs }).toEqual({ name, inTime: true });
    }
    done = true;
    await Promise.all([watching, matching]);

    expect((peak.service - before.service) / MIB).toBeLessThan(200);
    expect((peak.withWorkers - before.withWorkers) / MIB).toBeLessThan(200);
    for (const { answer } of parallelMatches) expect([answer.status, answer.body]).toEqual([200, usual]);
    // A match that waited for a picture would take as long as one.
    const slowest = parallelMatches.map(({ ms }) => ms).sort((a, b) => a - b);
    expect(slowest[Math.floor(slowest.length * 0.95)]).toBeLessThan(Math.max(...pictures));
    expect(parallelMatches.length).toBeGreaterThan(pictures.length);
  });

  it('a process that hangs is ended after 3 s and its analysis stored; one that died is replaced', async () => {
    const picture = dataUrl('png', png(300, 300));
    const reason = async (create: Promise<Answer>) => {
      const { status, body, text } = await create;
      expect(status, text).toBe(200);
      return (await api.management.call('GET', `/companies/hostile/analyses/${body.id}`)).body.selfie.reason;
    };
    // A process that begins on a busy machine may take longer than a picture may.
    const untilSeen = () => until('a picture is analyzed', async () => (await reason(create(picture))) === 'NO_FACE');
    await untilSeen();
    const hanging = readMemory(pid()).workers;
    for (const worker of hanging) process.kill(worker, 'SIGSTOP');
    const startedAt = performance.now();
    expect(await reason(create(picture))).toBe('TIMEOUT');
    expect(performance.now() - startedAt).toBeLessThan(scaleTimeout(3_500));

    // The next ones meet a process that still hangs, or a new one; when all that hung are gone, pictures are seen again.
    for (const worker of readMemory(pid()).workers) process.kill(worker, 'SIGKILL');
    await until('the processes are gone', async () => readMemory(pid()).workers.length === 0);
    await untilSeen();
    expect((await api.matches(matchedAnalysisId)).status).toBe(200);
  });

  it('many simultaneous ones are stored, refused or rejected with Retry-After; afterwards pictures are analyzed as before', async () => {
    const [heavy] = hostilePictures().filter(({ name }) => name.includes('side in a PNG'));
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(heavy?.selfie as string)));
    for (const { status, headers } of answers) {
      expect([200, 503]).toContain(status);
      if (status === 503) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect((await create(dataUrl('png', png(200, 200)))).status).toBe(200);
  });
});
