import { VERSION } from '../util/version.js';
import { readStatusParts } from './status-parts.js';

/** What a program knows about itself. Readiness never depends on other services: docs/operations.md "Probes and draining". */
export interface Probed {
  /** Why it should get no calls now; undefined when it can serve them. */
  findProblem(): string | undefined;
  /** For operators: what it depends on, and when that last worked. JSON, without secrets. */
  describeStatus(): Record<string, unknown>;
}

export interface ProbeAnswer {
  status: number;
  type: string;
  body: string;
}

/** The probes of a process, which orchestrators and operators request on its metrics port. */
export interface Probes {
  reportStarted(probed: Partial<Probed>): void;
  /** From now on it is not ready. */
  reportStopping(): void;
  /** Undefined: no probe has this path. */
  answer(path: string): ProbeAnswer | undefined;
}

export function createProbes(name: string): Probes {
  const startedAt = performance.now();
  let probed: Partial<Probed> | undefined;
  let isStopping = false;

  function findProblem(): string | undefined {
    if (isStopping) return 'stopping';
    return probed ? probed.findProblem?.() : 'starting';
  }
  function describeStatus(): Record<string, unknown> {
    const problem = findProblem();
    return {
      name,
      version: VERSION,
      uptimeS: Math.round((performance.now() - startedAt) / 1_000),
      ready: problem === undefined,
      ...(problem === undefined ? {} : { problem }),
      ...probed?.describeStatus?.(),
      ...readStatusParts(),
    };
  }
  const answers: Record<string, () => ProbeAnswer> = {
    // The answer itself shows that the event loop runs; while that is blocked, there is none.
    '/livez': () => toText(undefined),
    '/readyz': () => toText(findProblem()),
    '/startupz': () => toText(probed ? undefined : 'starting'),
    '/status': () => ({ status: 200, type: 'application/json', body: `${JSON.stringify(describeStatus())}\n` }),
  };
  return {
    reportStarted(running) {
      probed = running;
    },
    reportStopping() {
      isStopping = true;
    },
    answer: (path) => (Object.hasOwn(answers, path) ? answers[path]?.() : undefined),
  };
}

function toText(problem: string | undefined): ProbeAnswer {
  const type = 'text/plain; charset=utf-8';
  return problem === undefined ? { status: 200, type, body: 'ok\n' } : { status: 503, type, body: `${problem}\n` };
}
