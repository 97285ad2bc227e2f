import type { FunnelCheck, Step } from '@svc/domain';
import { type Clock, ServiceError } from '@svc/kit';
import { funnelIn } from '../domain/company-data.js';
import { checkFunnel } from '../engine/check-funnel.js';
import { type CompiledFunnel, compileFunnel } from '../engine/compile-funnel.js';
import type { Companies } from './companies.js';
import type { FunnelVersions } from './funnel-versions.js';
import { funnelOf, type LoadedCompany } from './loaded-company.js';
import { runInSlices } from './run-in-slices.js';

export interface CheckInput {
  companyId: string;
  funnelId: string;
  /** A version of the funnel, or steps that are none yet. */
  version: { id: string } | { steps: readonly Step[] };
  signal?: AbortSignal;
}

export interface CheckDeps {
  companies: Companies;
  versions: FunnelVersions;
  clock: Clock;
}

/** Half of what a match may wait for another one. */
const SLICE_MS = 5;

/**
 * Checks a funnel version with the catalogue and the settings in force. Matches go on beside it.
 * @throws ServiceError NOT_FOUND for a version of another funnel, MATCHER_FAILURE without the company's data.
 */
export async function checkFunnelVersion(deps: CheckDeps, input: CheckInput): Promise<FunnelCheck> {
  const company = await deps.companies.get(input.companyId);
  const { funnel, version } = await compileFor(deps, company, input);
  const date = deps.clock.now().toISOString().slice(0, 10);
  const { signal } = input;
  const report = await runInSlices(checkFunnel(funnel, { date }), { sliceMs: SLICE_MS, ...(signal ? { signal } : {}) });
  return version ? { version, ...report } : report;
}

async function compileFor(
  { companies, versions }: CheckDeps,
  company: LoadedCompany,
  { funnelId, version: asked }: CheckInput,
): Promise<{ funnel: CompiledFunnel; version?: { id: string; number: number } }> {
  if ('steps' in asked) {
    const { assortment, config } = company;
    const funnel = funnelIn(config, funnelId);
    return { funnel: compileFunnel(assortment, { steps: asked.steps, funnel, sets: config.sets }) };
  }
  const version = await versions.get(company.companyId, asked.id);
  if (version.funnelId !== funnelId) throw new ServiceError('NOT_FOUND', 'The funnel has no such version.');
  const compiledBefore = company.funnels.size;
  const funnel = funnelOf(company, version);
  if (company.funnels.size !== compiledBefore) companies.recount(company);
  return { funnel, version: { id: version.id, number: version.number } };
}
