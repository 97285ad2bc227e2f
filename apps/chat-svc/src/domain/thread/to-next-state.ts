import type { ChatLanguage } from '../catalog/chat-catalog.js';
import type { Outcome } from '../compose/situation.js';
import type { AllowedSet, Ref } from '../grounding/allowed-set.js';
import type { Plan } from '../plan/plan.js';
import { EMPTY_QUERY } from '../plan/query.js';
import type { ChatCompany } from './chat-company.js';
import type { Offered, ThreadState } from './thread-state.js';

interface AnsweredTurn<Scope> {
  readonly plan: Plan;
  readonly outcome: Outcome<Scope>;
  readonly offered: Offered;
  readonly language: ChatLanguage;
}

/** What the next turn needs of this one. */
export function toNextState<Scope>(
  state: ThreadState,
  { plan, outcome, offered, language }: AnsweredTurn<Scope>,
  { catalog, catalogVersion, isPreparing }: ChatCompany,
  allowed: AllowedSet<Scope>,
): ThreadState {
  const toIds = (refs: readonly Ref<Scope>[]): string[] =>
    refs.flatMap((ref) => catalog.variants[allowed.documentOf(ref)]?.id ?? []);
  if (isPreparing) return { ...state, ...offered, language };
  const base = { ...state, ...offered, catalogVersion, language };
  if (plan.intent === 'RESTART') return { ...offered, catalogVersion, language, shown: [], seen: [] };
  if (outcome.kind === 'SUBJECT') return { ...base, shown: toIds([outcome.subject]) };
  if (outcome.kind === 'COMPARED') return { ...base, shown: toIds(outcome.items) };
  if (outcome.kind !== 'PRODUCTS') return base;
  const shown = toIds(outcome.items);
  const seen = outcome.by === 'MORE' ? [...state.seen, ...shown] : shown;
  return { ...base, query: plan.query ?? EMPTY_QUERY, shown, seen };
}
