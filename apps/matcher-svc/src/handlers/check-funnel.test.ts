import type { Step } from '@svc/domain';
import { json } from '@svc/kit';
import { CheckPhase, type CheckProgress, checkPhases, DeadEndKind, PathMethod } from '@svc/proto';
import { describe, expect, it } from 'vitest';
import { createStep } from '../engine/testing/company.js';
import { afterPull, createCatalog, eventually, givePeers } from '../testing/matcher.js';
import { excluding, useMatchers } from '../testing/use-matchers.js';

const matchers = useMatchers();

describe('CheckFunnel', () => {
  it('checks a version with the current catalog and settings', async () => {
    const { company, peers, start } = matchers;
    givePeers(peers, company, { number: 2, steps: [createStep(1, { x: {}, y: { avoid: ['t:1'] } })] });
    const matcher = await start();
    await matcher.apply(company, 1, excluding(company, 'c'));
    const id = `${company}-v2`;
    const funnelId = `${company}-funnel`;
    const report = await matcher.check({
      companyId: company,
      funnelId,
      version: { $case: 'versionId', value: id },
    });
    expect(report).toMatchObject({
      version: { id, number: 2 },
      paths: { method: PathMethod.PATH_METHOD_ALL, checked: 2, total: 2 },
      unreachableVariants: { total: 1, first: ['c'] },
      idleOptions: { total: 1, first: [{ step: 1, option: 'x' }] },
    });
  });

  it('checks steps that are no version yet', async () => {
    const { company, start } = matchers;
    const matcher = await start();
    const steps = [createStep(1, { x: { require: ['t:none'] } }, { strict: true })];
    const report = await matcher.check({
      companyId: company,
      funnelId: `${company}-funnel`,
      version: { $case: 'stepsJson', value: json.encode(steps) },
    });
    expect(report.version).toBeUndefined();
    expect(report.deadEnds).toMatchObject({ total: 1, first: [{ answers: [], paths: 1 }] });
  });

  it('marks the dead ends that the baseline has, too', async () => {
    const { company, peers, start } = matchers;
    const strict = { strict: true };
    const steps = [createStep(1, { x: { require: ['t:none'] }, y: { require: ['t:never'] } }, strict)];
    givePeers(peers, company, { number: 1, steps: [createStep(1, { x: { require: ['t:none'] }, y: {} }, strict)] });
    const matcher = await start();
    const request = {
      companyId: company,
      funnelId: `${company}-funnel`,
      version: { $case: 'stepsJson' as const, value: json.encode(steps) },
    };
    expect(await matcher.check(request)).toMatchObject({ blockingDeadEnds: 1 });
    const compared = await matcher.check({ ...request, baselineVersionId: `${company}-v1` });
    expect(compared.deadEnds?.first.map(({ kind, answers }) => [kind, answers])).toEqual([
      [DeadEndKind.DEAD_END_KIND_ANSWERS, []],
    ]);
    const another = { ...request, funnelId: 'another', baselineVersionId: `${company}-v1` };
    await expect(matcher.check(another)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('checks with the newest catalog, even before a follower has pulled it', async () => {
    const { company, peers, start } = matchers;
    const matcher = await start({ env: { POLL_INTERVAL_MS: '60000' } });
    const request = {
      companyId: company,
      funnelId: `${company}-funnel`,
      version: {
        $case: 'stepsJson' as const,
        value: json.encode([createStep(1, { x: { require: ['t:new'] } }, { strict: true })]),
      },
    };
    expect((await matcher.check(request)).deadPaths).toBe(1);
    const { version } = peers.catalogs.get(company) as { version: number };
    peers.catalogs.set(company, createCatalog(version + 1, { fresh: ['t:new'] }));
    await afterPull(async () => expect((await matcher.check(request)).deadPaths).toBe(0));
  });

  it.each([
    ['a version of another funnel is NOT_FOUND', 'NOT_FOUND', (company: string) => `${company}-v1`],
    ['no version at all is INVALID_REQUEST', 'INVALID_REQUEST', () => undefined],
  ])('%s', async (_name, code, versionId) => {
    const { company, start } = matchers;
    const matcher = await start();
    const value = versionId(company);
    const version = value === undefined ? {} : { version: { $case: 'versionId' as const, value } };
    await expect(matcher.check({ companyId: company, funnelId: 'another', ...version })).rejects.toMatchObject({
      code,
    });
  });

  describe('a check that takes long', () => {
    /** A hundred questions with two hundred options: seconds of work. */
    const large = Array.from({ length: 100 }, (_, id) =>
      createStep(id, Object.fromEntries(Array.from({ length: 200 }, (_option, at) => [`o${at}`, {}]))),
    );
    const createRequest = (company: string, steps: Step[]) => ({
      companyId: company,
      funnelId: `${company}-funnel`,
      version: { $case: 'stepsJson' as const, value: json.encode(steps) },
    });

    it('reports its progress at most five times a second and ends when its caller cancels', async () => {
      const { company, start } = matchers;
      const matcher = await start();
      const startedAt = performance.now();
      const seen: CheckProgress[] = [];
      for await (const { event } of matcher.checkEvents(createRequest(company, large))) {
        if (event?.$case !== 'progress') break;
        seen.push(event.value);
        if (seen.length === 4) break;
      }
      const seconds = (performance.now() - startedAt) / 1_000;
      expect(seen).toHaveLength(4);
      expect(seen[0]).toEqual({ phase: CheckPhase.CHECK_PHASE_PATHS, done: 0, total: 0 });
      const places = seen.map(({ phase, done }) => checkPhases.all.indexOf(checkPhases.toName(phase)) * 1e6 + done);
      expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
      expect(seen.length - 1).toBeLessThanOrEqual(seconds * 5);
    });

    it('leaves room for one more; a third waits until one of them ends or its caller leaves', async () => {
      const { company, start } = matchers;
      const matcher = await start();
      const running = [1, 2].map(() => matcher.checkEvents(createRequest(company, large))[Symbol.asyncIterator]());
      await Promise.all(running.map((events) => events.next()));
      let done = false;
      const third = matcher.check(createRequest(company, [])).then(() => {
        done = true;
      });
      await running[0]?.next();
      expect(done).toBe(false);
      await running[0]?.return?.();
      await eventually(async () => expect(done).toBe(true));
      await Promise.all([third, running[1]?.return?.()]);
    });
  });
});
