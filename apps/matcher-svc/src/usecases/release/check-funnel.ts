import { type DraftSettings, funnelIn, type Step } from '@svc/domain';
import { type Clock, ServiceError, type Slots } from '@svc/kit';
import { checkFunnel, noProgress } from '../../engine/check/check-funnel.js';
import type { CheckProgress, FunnelCheck } from '../../engine/check/funnel-check.js';
import { type CompiledFunnel, compileFunnel } from '../../engine/compile/compile-funnel.js';
import type { Companies } from '../companies/companies.js';
import type { FunnelVersions } from '../companies/funnel-versions.js';
import { getFunnel, type LoadedCompany } from '../companies/loaded-company.js';
import { runSlices } from './run-in-slices.js';

export interface CheckInput {
  companyId: string;
  funnelId: string;
  /** A version of the funnel, or steps that are not a version yet. */
  version: { id: string } | { steps: readonly Step[] };
  /** In the place of what is in force, for this check only; the baseline keeps what is in force. */
  settings?: DraftSettings | undefined;
  /** A version of the funnel whose dead ends are reported as known. */
  baselineVersionId?: string | undefined;
  signal?: AbortSignal;
}

export interface CheckDeps {
  companies: Companies;
  versions: FunnelVersions;
  /** Pulls funnels and catalog; resolves within a second, even if that failed. */
  pullSoon(companyId: string): Promise<void>;
  slots: Slots;
  clock: Clock;
}

/** Progress is reported at most five times a second. */
const REPORT_EVERY_MS = 200;

/** Maximum of concurrent checks per process, maximum wait for a slot, and Retry-After. */
export const CHECK_SLOTS = {
  max: 2,
  waitMs: 5_000,
  retryAfterS: 10,
  message: 'Two checks are already running. Retry the request later.',
};

/**
 * Checks a funnel version with the newest catalog and settings that can be loaded within a second. Matches continue in parallel.
 * Yields its progress, first immediately and then at most five times a second; returns the report. Ending it early stops the work.
 * @throws ServiceError NOT_FOUND for a version of another funnel, MATCHER_FAILURE when the company's data is unavailable,
 *   UNAVAILABLE while too many checks are running.
 */
export async function* checkFunnelVersion(
  deps: CheckDeps,
  input: CheckInput,
): AsyncGenerator<CheckProgress, FunnelCheck, undefined> {
  const { signal, baselineVersionId } = input;
  const release = await deps.slots.take(signal);
  try {
    await deps.pullSoon(input.companyId);
    const company = await deps.companies.get(input.companyId);
    const { funnel, version } = await compileFor(deps, company, input);
    const baseline = baselineVersionId
      ? (await compileFor(deps, company, { ...input, version: { id: baselineVersionId }, settings: undefined })).funnel
      : undefined;
    const progress = noProgress();
    yield { ...progress };
    const date = deps.clock.now().toISOString().slice(0, 10);
    const work = checkFunnel(funnel, { date, progress, ...(baseline ? { baseline } : {}) });
    const slices = runSlices(work, { signal });
    let toldAt = performance.now();
    for (;;) {
      const turn = await slices.next();
      if (turn.done) return version ? { version, ...turn.value } : turn.value;
      if (performance.now() - toldAt < REPORT_EVERY_MS) continue;
      toldAt = performance.now();
      yield { ...progress };
    }
  } finally {
    release();
  }
}

async function compileFor(
  { companies, versions }: CheckDeps,
  company: LoadedCompany,
  { funnelId, version: asked, settings }: CheckInput,
): Promise<{ funnel: CompiledFunnel; version?: { id: string; number: number } }> {
  const compileWith = (steps: readonly Step[]): CompiledFunnel => {
    const { assortment, config } = company;
    const { sets = config.sets, ...given } = settings ?? {};
    return compileFunnel(assortment, { steps, funnel: { ...funnelIn(config, funnelId), ...given }, sets });
  };
  if ('steps' in asked) return { funnel: compileWith(asked.steps) };
  const version = await versions.get(company.companyId, asked.id);
  if (version.funnelId !== funnelId) throw new ServiceError('NOT_FOUND', 'The funnel has no such version.');
  if (settings) return { funnel: compileWith(version.steps), version: { id: version.id, number: version.number } };
  const compiledBefore = company.funnels.size;
  const funnel = getFunnel(company, version);
  if (company.funnels.size !== compiledBefore) companies.recount(company);
  return { funnel, version: { id: version.id, number: version.number } };
}
