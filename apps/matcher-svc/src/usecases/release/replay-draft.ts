import { funnelIn, type ReplayedPart, type ReplayReport } from '@svc/domain';
import { type Clock, type Logger, ServiceError, type Slots } from '@svc/kit';
import type { DraftTagging, ReadDraft } from '../../domain/read-draft.js';
import type { Assortment } from '../../engine/compile/compile-assortment.js';
import { type CompiledFunnel, compileFunnel } from '../../engine/compile/compile-funnel.js';
import type { Learning } from '../../engine/rank/learned-terms.js';
import { type ReplayedAnalysis, type ReplaySides, replayMatches } from '../../engine/replay/replay-matches.js';
import { createReplayTally } from '../../engine/replay/replay-tally.js';
import { compileModelInSteps } from '../../learning/compile-model.js';
import type { Companies } from '../companies/companies.js';
import type { CompileTagged } from '../companies/compile-tagged.js';
import type { FunnelVersions } from '../companies/funnel-versions.js';
import { getFunnel, type LoadedCompany } from '../companies/loaded-company.js';
import type { Models } from '../learning/models.js';
import { requirePublishedVersion } from './require-published-version.js';
import { runInSlices } from './run-in-slices.js';

export interface ReplayInput {
  companyId: string;
  funnelId: string;
  /** `ReplayDraft` of libs/domain: JSON. */
  draftJson: Uint8Array;
  /** Number of requested analyses. */
  asked: number;
  /** The analyses in batches, as they arrive. */
  analyses: AsyncIterable<readonly ReplayedAnalysis[]>;
  signal?: AbortSignal;
}

export interface ReplayDeps {
  companies: Pick<Companies, 'get' | 'refresh' | 'recount'>;
  versions: FunnelVersions;
  models: Pick<Models, 'compiled' | 'read'>;
  readDraft(draftJson: Uint8Array): Promise<ReadDraft>;
  compileTagged: CompileTagged;
  /** Pulls funnels and catalog; resolves within a second, even if that failed. */
  pullSoon(companyId: string): Promise<void>;
  slots: Slots;
  clock: Clock;
  log: Logger;
}

/** Maximum number of compilations of a catalog that changes in the meantime. */
const MAX_ATTEMPTS = 3;

/** Maximum of concurrent replays per process, maximum wait for a slot, and Retry-After. docs/releases.md "Replay before release". */
export const REPLAY_SLOTS = {
  max: 2,
  waitMs: 10_000,
  retryAfterS: 5,
  message: 'Two replays are already running. Retry the request later.',
};

/**
 * Matches stored analyses with the current state and with a draft, and reports the changes. Both sides use the same catalog and
 * the same date. Matches continue in parallel; nothing is stored.
 * @throws ServiceError NOT_FOUND for a removed funnel, FUNNEL_NOT_PUBLISHED, MATCHER_FAILURE when the company's data is
 *   unavailable, UNAVAILABLE when two other replays do not end in time or the catalog keeps changing.
 */
export async function replayDraft(deps: ReplayDeps, input: ReplayInput): Promise<ReplayReport> {
  const { companyId, funnelId, signal } = input;
  const release = await deps.slots.take(signal);
  try {
    const startedAt = performance.now();
    const [draft] = await Promise.all([deps.readDraft(input.draftJson), deps.pullSoon(companyId)]);
    const { sides, versions } = await compileSides(deps, input, draft);
    const date = deps.clock.now().toISOString().slice(0, 10);
    const tally = createReplayTally(sides);
    for await (const batch of input.analyses) {
      const work = replayMatches(sides, batch, date, (pair) => tally.add(pair));
      await runInSlices(work, { signal });
    }
    const { analyses, ...counts } = tally.counts();
    const { changed, replayed } = analyses;
    const parts = listParts(draft);
    const ms = Math.round(performance.now() - startedAt);
    deps.log.info({ companyId, funnelId, parts, replayed, changed, ms }, 'draft replayed');
    return {
      date,
      versions,
      draft: { parts, funnelVersion: draft.settings.version ?? null },
      analyses: { asked: input.asked, ...analyses },
      ...counts,
    };
  } finally {
    release();
  }
}

const PARTS: readonly ReplayedPart[] = ['tagging', 'sets', 'assortment', 'matching', 'resultPage', 'steps'];

const listParts = ({ settings, tagging }: ReadDraft): ReplayedPart[] =>
  PARTS.filter((part) => (part === 'tagging' ? tagging : settings[part]) !== undefined);

async function compileSides(
  deps: ReplayDeps,
  { companyId, funnelId }: ReplayInput,
  { settings, tagging }: ReadDraft,
): Promise<{ sides: ReplaySides; versions: ReplayReport['versions'] }> {
  const { company, assortment } = await loadAssortmentFor(deps, companyId, tagging);
  const version = await deps.versions.get(companyId, requirePublishedVersion(company, funnelId));
  const compiledBefore = company.funnels.size;
  const before = getFunnel(company, version);
  if (company.funnels.size !== compiledBefore) deps.companies.recount(company);
  const inForce = funnelIn(company.config, funnelId);
  const after = compileFunnel(assortment, {
    steps: settings.steps ?? version.steps,
    funnel: {
      assortment: settings.assortment ?? inForce.assortment,
      matching: settings.matching ?? inForce.matching,
      resultPage: settings.resultPage ?? inForce.resultPage,
    },
    sets: settings.sets ?? company.config.sets,
  });
  const { model, learning } = await compileLearning(deps, { companyId, funnelId }, version.id, { before, after });
  return {
    sides: {
      before: { funnel: before, learning: learning.before },
      after: { funnel: after, learning: learning.after },
    },
    versions: {
      funnelId,
      funnelVersion: { id: version.id, number: version.number },
      configVersion: company.configVersion,
      catalogVersion: company.catalogVersion,
      model,
    },
  };
}

/** Loads the company and its catalog with the draft's tagging. Both have the same catalog version, so that they are comparable. */
async function loadAssortmentFor(
  { companies, compileTagged }: ReplayDeps,
  companyId: string,
  tagging: DraftTagging | undefined,
): Promise<{ company: LoadedCompany; assortment: Assortment }> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const company = await companies.get(companyId);
    const assortment = tagging ? await compileTagged(company, tagging) : company.assortment;
    if (assortment) return { company, assortment };
    await companies.refresh(companyId);
  }
  throw new ServiceError('UNAVAILABLE', 'The catalog or the settings are changing. Retry the request later.');
}

/** Compiles the active model for each side with Funnel AI enabled. Both sides use the same model, even if a new one is built. */
async function compileLearning(
  { models }: ReplayDeps,
  key: { companyId: string; funnelId: string },
  versionId: string,
  { before, after }: { before: CompiledFunnel; after: CompiledFunnel },
): Promise<{ model: string | null; learning: Record<'before' | 'after', Learning | null> }> {
  const isOn = (funnel: CompiledFunnel): boolean => funnel.settings.ai.enabled;
  const off = { model: null, learning: { before: null, after: null } };
  if (!isOn(before) && !isOn(after)) return off;
  const active = await models.compiled(key, before, versionId);
  const sound = active && (await models.read(key, active.version));
  if (!sound) return off;
  return {
    model: String(active.version),
    learning: {
      before: isOn(before) ? active.learning : null,
      after: isOn(after) ? await runInSlices(compileModelInSteps(after, sound.model)) : null,
    },
  };
}
