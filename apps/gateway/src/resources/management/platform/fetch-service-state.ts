import type { PromiseClient } from '@svc/kit';
import type { FailedWork, ServiceStatus, StatusServiceClient } from '@svc/proto';

/** What is known of one service. */
export interface ServiceState {
  isUp: boolean;
  /** Releases of its processes, sorted; empty: it does not answer, or is older than this question. */
  releases: string[];
  /** Processes that answered. */
  processes: number;
  /** The highest of all processes, by name. */
  ages: { name: string; seconds: number }[];
  /** Undefined: it could not be counted. */
  failedWork: FailedWork[] | undefined;
}

/** Calls in a row reach different replicas of a service, so that many replicas are seen. */
const CALLS = 8;

/** Asks a service for its state, each replica where it has at most 8. Never rejects: a service of an older release says nothing of itself. */
export async function fetchServiceState(
  isServing: () => Promise<boolean>,
  client: Pick<PromiseClient<StatusServiceClient>, 'getStatus'>,
): Promise<ServiceState> {
  const asked = Array.from({ length: CALLS }, (_, index) =>
    client.getStatus({ withFailedWork: index === 0 }).then(
      ({ status }) => status,
      () => undefined,
    ),
  );
  const isUp = await isServing().catch(() => false);
  const answers = await Promise.all(asked);
  const byProcess = new Map<string, ServiceStatus>();
  for (const status of answers) if (status) byProcess.set(status.processId, status);
  const processes = [...byProcess.values()];
  return {
    isUp,
    releases: [...new Set(processes.map(({ version }) => version))].sort(),
    processes: processes.length,
    ages: highest(processes.flatMap(({ ages }) => ages)),
    failedWork: answers[0]?.isCounted ? answers[0].failedWork : undefined,
  };
}

/**
 * Whether processes of different releases answer.
 * @param own - release of the gateway.
 */
export const isUpgrading = (own: string, states: readonly ServiceState[]): boolean =>
  states.some(({ isUp, releases }) => releases.some((release) => release !== own) || (isUp && releases.length === 0));

function highest(ages: readonly { name: string; seconds: number }[]): { name: string; seconds: number }[] {
  const byName = new Map<string, number>();
  for (const { name, seconds } of ages) byName.set(name, Math.max(seconds, byName.get(name) ?? 0));
  return [...byName].map(([name, seconds]) => ({ name, seconds })).sort((a, b) => (a.name < b.name ? -1 : 1));
}
