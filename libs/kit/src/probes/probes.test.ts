import { describe, expect, it } from 'vitest';
import { createProbes } from './probes.js';
import { recordContact, showInStatus } from './status-parts.js';

// docs/operations.md "Probes and draining".
describe('the probes of a process', () => {
  it('before the start has ended it is alive, not started and not ready', () => {
    const probes = createProbes('demo');
    const statuses = ['/livez', '/startupz', '/readyz', '/status'].map((path) => probes.answer(path)?.status);
    expect(statuses).toEqual([200, 503, 503, 200]);
    expect(probes.answer('/readyz')?.body).toBe('starting\n');
  });

  it('readiness gives the reason of the program, and liveness does not depend on it', () => {
    const probes = createProbes('demo');
    let problem: string | undefined = 'schema behind: 20260101000000_create_things';
    probes.reportStarted({ findProblem: () => problem });
    expect(probes.answer('/readyz')).toMatchObject({ status: 503, body: `${problem}\n` });
    expect(probes.answer('/livez')?.status).toBe(200);
    expect(probes.answer('/startupz')?.status).toBe(200);
    problem = undefined;
    expect(probes.answer('/readyz')).toMatchObject({ status: 200, body: 'ok\n' });
  });

  it('a process that stops is alive and not ready', () => {
    const probes = createProbes('demo');
    probes.reportStarted({});
    probes.reportStopping();
    expect(probes.answer('/readyz')).toMatchObject({ status: 503, body: 'stopping\n' });
    expect(probes.answer('/livez')?.status).toBe(200);
  });

  it('the status is JSON with what the program says of itself', () => {
    const probes = createProbes('demo');
    probes.reportStarted({ findProblem: () => 'no', describeStatus: () => ({ database: { working: false } }) });
    // Those are of the process, which runs other tests too.
    const { dependencies: _, followers: __, jobs: ___, ...own } = JSON.parse(probes.answer('/status')?.body ?? '');
    expect(own).toEqual({
      name: 'demo',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      uptimeS: expect.any(Number),
      ready: false,
      problem: 'no',
      database: { working: false },
    });
  });

  it('the status has followers, jobs, and the services that it called, with the age of the last success', () => {
    const probes = createProbes('demo');
    const read = () => JSON.parse(probes.answer('/status')?.body ?? '');
    const followersBefore = read().followers;
    const end = showInStatus('followers', 'probed', () => ({ lagS: 2, lastSuccessAgeS: 1 }));
    recordContact('probed matcher', true);
    recordContact('probed catalog', false);
    expect(read()).toMatchObject({
      followers: { probed: { lagS: 2, lastSuccessAgeS: 1 } },
      dependencies: {
        'probed matcher': { working: true, lastSuccessAgeS: 0 },
        'probed catalog': { working: false, lastSuccessAgeS: null },
      },
    });
    recordContact('probed matcher', false);
    expect(read().dependencies['probed matcher']).toEqual({ working: false, lastSuccessAgeS: 0 });
    end();
    expect(read().followers).toEqual(followersBefore);
  });

  it.each(['/', '/constructor', '/metrics', '/readyz/'])('%s is no probe', (path) => {
    expect(createProbes('demo').answer(path)).toBeUndefined();
  });
});
