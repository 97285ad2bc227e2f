import {
  type Clock,
  canonicalJson,
  forCompany,
  type PageRequest,
  randomId,
  readPage,
  SEQ_POSITION,
  ServiceError,
} from '@svc/kit';
import type { Knex } from 'knex';
import {
  findExperiment,
  insertExperiment,
  type ListedExperiment,
  listExperiments,
  lockExperiment,
  saveExperiment,
} from '../../db/experiments.js';
import { checkComplete, checkDraft } from '../../domain/experiments/check-design.js';
import {
  DRY_CHECK_MS,
  type EndReason,
  type Experiment,
  type ExperimentDesign,
} from '../../domain/experiments/experiment.js';
import { loadPlan, loadRevenueCap } from './load-plan.js';
import { loadOutcome } from './load-results.js';

const SAME_KIND = 'Another test of this kind is running on the funnel. It must be stopped first.';

export type Experiments = ReturnType<typeof createExperiments>;

/** The life of tests, from the draft to the archive. docs/insight.md N13. */
export function createExperiments({ db, clock }: { db: Knex; clock: Clock }) {
  /** Changes one test, alone. */
  const change = (
    { companyId, id }: { companyId: string; id: string },
    decide: (before: Experiment, trx: Knex.Transaction) => Promise<Experiment>,
  ): Promise<Experiment> =>
    forCompany(db, companyId, async (trx) => {
      const before = await lockExperiment(trx, companyId, id);
      if (!before) throw notFound();
      const after = await decide(before, trx);
      if (after !== before) await saveExperiment(trx, { ...after, revision: before.revision + 1 });
      return withPlan(trx, after === before ? before : { ...after, revision: before.revision + 1 });
    });

  /** A draft has the plan of now. */
  const withPlan = async (trx: Knex.Transaction, experiment: Experiment): Promise<Experiment> =>
    experiment.state === 'DRAFT'
      ? { ...experiment, plan: await loadPlan(trx, experiment, { now: clock.now(), currency: experiment.currency }) }
      : experiment;

  return {
    create: (companyId: string, design: ExperimentDesign): Promise<Experiment> =>
      forCompany(db, companyId, async (trx) => {
        checkDraft(design);
        const draft: Experiment = {
          ...{
            companyId,
            id: randomId(),
            design,
            state: 'DRAFT',
            revision: 1,
            plan: null,
            revenueCap: null,
            currency: '',
          },
          ...{ salt: '', createdAt: clock.now(), startedAt: null, countsFrom: null, endedAt: null, endReason: null },
        };
        await insertExperiment(trx, draft);
        return withPlan(trx, draft);
      }),

    list: (companyId: string, funnelId: string, page: PageRequest) =>
      forCompany(db, companyId, async (trx) => {
        const { items, nextPageToken } = await readPage<ListedExperiment>(page, {
          read: (before, limit) => listExperiments(trx, companyId, { before, limit, funnelId }),
          position: ({ seq }) => seq,
          isPosition: SEQ_POSITION,
        });
        const experiments: Experiment[] = [];
        for (const experiment of items) experiments.push(await withPlan(trx, experiment));
        return { experiments, nextPageToken };
      }),

    get: (companyId: string, id: string): Promise<Experiment> =>
      forCompany(db, companyId, async (trx) => {
        const found = await findExperiment(trx, companyId, id);
        if (!found) throw notFound();
        return withPlan(trx, found);
      }),

    update: (
      key: { companyId: string; id: string },
      wanted: { design: ExperimentDesign | undefined; archive: boolean; expectedRevision: number | undefined },
    ): Promise<Experiment> =>
      change(key, async (before) => {
        const { design, archive, expectedRevision } = wanted;
        if (expectedRevision !== undefined && expectedRevision !== before.revision) {
          throw new ServiceError('PRECONDITION_FAILED', 'The test was changed meanwhile. It must be read again.');
        }
        let after = before;
        if (design && !isSame(design, before.design)) after = { ...before, design: mergeDesign(before, design) };
        if (archive && before.state !== 'ARCHIVED') {
          if (before.state === 'RUNNING') throw new ServiceError('CONFLICT', 'A running test must be stopped first.');
          after = { ...after, state: 'ARCHIVED' };
        }
        return after;
      }),

    start: async (
      key: { companyId: string; id: string },
      { isDry, currency }: { isDry: boolean; currency: string },
    ): Promise<Experiment> => {
      try {
        return await change(key, async (before, trx) => {
          if (before.state === 'RUNNING') return before;
          if (before.state !== 'DRAFT')
            throw new ServiceError('CONFLICT', 'The test has ended. A new one must be made.');
          checkComplete(before.design);
          const now = clock.now();
          const plan = await loadPlan(trx, before, { now, currency });
          if (!plan) {
            throw new ServiceError(
              'CONFLICT',
              'The last 28 days have no orders to plan with. Another primary measure must be chosen.',
            );
          }
          return {
            ...before,
            ...{ state: 'RUNNING', plan, currency, salt: randomId(), startedAt: now },
            revenueCap: await loadRevenueCap(trx, before.companyId, { currency, now }),
            countsFrom: isDry ? new Date(now.getTime() + DRY_CHECK_MS) : now,
          };
        });
      } catch (error) {
        if ((error as { constraint?: unknown }).constraint === 'experiments_running_idx') {
          throw new ServiceError('CONFLICT', SAME_KIND, { cause: error });
        }
        throw error;
      }
    },

    /** @param end.endedAt - undefined: now. */
    stop: (
      key: { companyId: string; id: string },
      { endReason, ...end }: { endReason: EndReason; endedAt: Date | undefined },
    ): Promise<Experiment> =>
      change(key, async (before, trx) => {
        if (before.state === 'DRAFT') throw new ServiceError('CONFLICT', 'The test has not started.');
        if (before.state !== 'RUNNING') return before;
        const endedAt = end.endedAt ?? clock.now();
        const isDecided = await loadOutcome(trx, before, endedAt);
        return { ...before, state: isDecided ? 'DECIDED' : 'STOPPED', endedAt, endReason };
      }),
  };
}

const notFound = (): ServiceError => new ServiceError('NOT_FOUND', 'There is no such test.');

const isSame = (a: ExperimentDesign, b: ExperimentDesign): boolean => canonicalJson(a) === canonicalJson(b);

/** A draft takes everything but its kind and funnel; a test that has begun, only its name. */
function mergeDesign({ state, design: before }: Experiment, design: ExperimentDesign): ExperimentDesign {
  if (design.kind !== before.kind || design.funnelId !== before.funnelId) {
    throw new ServiceError('CONFLICT', 'Kind and funnel of a test cannot be changed. A new test must be made.');
  }
  if (state === 'DRAFT') {
    checkDraft(design);
    return design;
  }
  const { name } = design;
  if (isSame({ ...before, name }, design)) return design;
  throw new ServiceError(
    'CONFLICT',
    'The test has begun: arms, weights, measure and hypothesis cannot be changed. It can be stopped.',
  );
}
