import type { ServiceStatus } from '@svc/proto';
import { describe, expect, it } from 'vitest';
import { fetchServiceState, isUpgrading } from './fetch-service-state.js';

const status = (processId: string, changes: Partial<ServiceStatus> = {}): ServiceStatus => ({
  version: '0.2.0',
  processId,
  ages: [],
  isCounted: false,
  failedWork: [],
  ...changes,
});

/** A client whose calls reach replicas in turns. */
function replicas(...statuses: ServiceStatus[]) {
  let calls = 0;
  return { getStatus: async () => ({ status: statuses[calls++ % statuses.length] }) };
}
const isServing = async () => true;

describe('the state of a service (docs/operations.md "State of the platform")', () => {
  it('has every replica of up to eight once, each of their releases, and the highest age', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const client = replicas(
      ...names.map((name) => status(name, { ages: [{ name: 'funnels', seconds: 1 }] })),
      status('h', { version: '0.3.0', ages: [{ name: 'funnels', seconds: 7 }] }),
    );
    const state = await fetchServiceState(isServing, client);
    expect(state).toMatchObject({
      isUp: true,
      processes: 8,
      releases: ['0.2.0', '0.3.0'],
      ages: [{ name: 'funnels', seconds: 7 }],
    });
  });

  it('reads the database of a service once, and says when it could not', async () => {
    const asked: boolean[] = [];
    const failedWork = [{ kind: 'deliveries', count: 2, newestAt: undefined }];
    const client = {
      getStatus: async ({ withFailedWork }: { withFailedWork: boolean }) => {
        asked.push(withFailedWork);
        return { status: status('a', withFailedWork ? { isCounted: true, failedWork } : {}) };
      },
    };
    expect((await fetchServiceState(isServing, client)).failedWork).toEqual(failedWork);
    expect(asked.filter(Boolean)).toEqual([true]);
    expect((await fetchServiceState(isServing, replicas(status('a')))).failedWork).toBeUndefined();
  });

  it('is down, with nothing known, where no process answers', async () => {
    const refused = () => Promise.reject(new Error('refused'));
    expect(await fetchServiceState(refused, { getStatus: refused })).toEqual({
      isUp: false,
      processes: 0,
      releases: [],
      ages: [],
      failedWork: undefined,
    });
  });
});

describe('an upgrade (docs/operations.md "State of the platform")', () => {
  const state = { isUp: true, releases: ['0.2.0'], processes: 1, ages: [], failedWork: [] };

  it('runs while a process of another release answers, also one that is too old to name it', () => {
    expect(isUpgrading('0.2.0', [state, state])).toBe(false);
    expect(isUpgrading('0.2.0', [state, { ...state, releases: ['0.2.0', '0.3.0'] }])).toBe(true);
    expect(isUpgrading('0.3.0', [state])).toBe(true);
    expect(isUpgrading('0.2.0', [state, { ...state, releases: [] }])).toBe(true);
  });

  it('is not assumed of a service that is down', () => {
    expect(isUpgrading('0.2.0', [state, { ...state, isUp: false, releases: [] }])).toBe(false);
  });
});
