import type { ChatLanguage } from '@svc/domain';
import { type Clock, type Logger, runDetached } from '@svc/kit';
import { LRUCache } from 'lru-cache';
import { adoptPlan, isForModel } from '../../domain/model/adopt-plan.js';
import {
  addTokens,
  countModelCall,
  MODEL_LIMITS,
  type ModelLimits,
  type ModelUsage,
  mayCallModel,
} from '../../domain/model/model-limits.js';
import { type ReadModelPlan, readModelPlan } from '../../domain/model/model-plan.js';
import { createModelRequest, type ModelRequest } from '../../domain/model/model-request.js';
import type { Plan, PlanContext } from '../../domain/plan/plan.js';
import type { ChatCompany } from '../../domain/thread/chat-company.js';
import type { CompiledScope } from '../../domain/thread/compile-scope.js';

/** A language model that chooses plans. */
export interface ModelPort {
  /** What the model answers, as it is, and the tokens of both. Rejects when there is no answer, or `signal` is aborted. */
  ask(request: ModelRequest, signal: AbortSignal): Promise<{ text: string; tokens: number }>;
}

/** What the model is asked about. */
export interface PlannedTurn {
  readonly companyId: string;
  readonly company: ChatCompany;
  readonly scope: CompiledScope;
  readonly language: ChatLanguage;
  readonly plan: Plan;
  readonly context: PlanContext;
  /** Calls for this conversation so far. */
  readonly threadCalls: number;
  /** Of the shopper, the oldest first. */
  listMessages(): Promise<readonly string[]>;
}

export interface ModelChoice {
  readonly plan: Plan;
  readonly isAsked: boolean;
}

/** Companies whose usage a replica remembers. */
const MAX_COMPANIES = 10_000;

/**
 * Asks a model for the plan of a turn, where it is for a model and the budget of the company allows it. Whatever the model does, there is
 * a plan: after 2.5 s, a failure or an answer that is no plan, it is the lexicon's. Budgets are those of one replica. docs/chat.md T10.
 */
export function createPlanChooser(deps: { model: ModelPort; clock: Clock; log: Logger; limits?: ModelLimits }) {
  const { model, clock, log, limits = MODEL_LIMITS } = deps;
  const usages = new LRUCache<string, ModelUsage>({ max: MAX_COMPANIES });
  return async (turn: PlannedTurn): Promise<ModelChoice> => {
    const { companyId, company, scope, language, plan, context, threadCalls } = turn;
    const day = clock.now().toISOString().slice(0, 10);
    const usage = { ...(usages.get(companyId) ?? { day, calls: 0, tokens: 0 }), threadCalls };
    if (company.isPreparing || !isForModel(plan) || !mayCallModel(usage, day, limits)) return { plan, isAsked: false };
    // Before it is made, so that simultaneous ones cannot exceed the limit.
    usages.set(companyId, countModelCall(usage, day, 0));
    const messages = await turn.listMessages();
    const { request, key } = createModelRequest(plan, messages, language, company, scope.documents.eligible);
    const { read, tokens } = await ask(model, request, key, limits.timeoutMs);
    const used = usages.get(companyId);
    if (used) usages.set(companyId, addTokens(used, day, tokens));
    if ('failure' in read) log.debug({ companyId, failure: read.failure }, 'the plan of a model was not used');
    return { plan: adoptPlan(plan, read, key, company.lexicon, context).plan, isAsked: true };
  };
}

export type PlanChooser = ReturnType<typeof createPlanChooser>;

/** Never rejects, and never takes longer, also if the port does. */
async function ask(
  model: ModelPort,
  request: ModelRequest,
  key: { tags: readonly number[]; products: readonly number[] },
  timeoutMs: number,
): Promise<{ read: ReadModelPlan; tokens: number }> {
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<'LATE'>((resolve) => {
    timer = setTimeout(() => {
      late.abort();
      resolve('LATE');
    }, timeoutMs);
  });
  try {
    const answer = await Promise.race([runDetached(() => model.ask(request, late.signal)), timeout]);
    if (answer === 'LATE') return { read: { failure: 'LATE' }, tokens: 0 };
    const counts = { tags: key.tags.length, candidates: key.products.length };
    return { read: readModelPlan(answer.text, counts), tokens: answer.tokens };
  } catch {
    return { read: { failure: late.signal.aborted ? 'LATE' : 'UNAVAILABLE' }, tokens: 0 };
  } finally {
    clearTimeout(timer);
  }
}
