import type { ChatLanguage } from '@svc/domain';
import type { ActionKind, Reply } from '../grounding/blocks.js';
import type { WireBlock, WireReply } from '../grounding/wire.js';
import type { Intent } from '../plan/intents.js';
import type { Plan, PlanContext } from '../plan/plan.js';
import { EMPTY_QUERY } from '../plan/query.js';
import type { ChatCompany } from './chat-company.js';
import { planReply } from './plan-reply.js';
import type { Offered, OfferedAction } from './thread-state.js';
import type { TurnInput } from './turn-input.js';

/** What a shopper pressed of the last answer. */
export type Chosen = { readonly label: string } & ({ readonly reply: Reply } | { readonly action: OfferedAction });

/** Undefined: a text, or an id that the last answer did not offer. */
export function findChosen(input: TurnInput, { replies, actions, labels }: Offered): Chosen | undefined {
  if ('text' in input) return undefined;
  const id = 'quickReply' in input ? input.quickReply : input.action;
  const [, letter, number] = /^([qa])([1-9]\d?)$/.exec(id) ?? [];
  const label = letter && labels[id];
  if (!label || letter !== ('quickReply' in input ? 'q' : 'a')) return undefined;
  const index = Number(number) - 1;
  const [reply, action] = [replies[index], actions[index]];
  if (letter === 'q') return reply && { reply, label };
  return action && { action, label };
}

export function planChosen(chosen: Chosen, company: ChatCompany, context: PlanContext, language: ChatLanguage): Plan {
  if ('reply' in chosen) return planReply(chosen.reply, company, context, language);
  const { kind, variantId } = chosen.action;
  const plan = { query: EMPTY_QUERY, isNamed: false, subjects: [] };
  if (kind !== 'ADD_TO_CART') return { ...plan, intent: INTENTS_OF_ACTIONS[kind] };
  const document = company.documents.get(variantId ?? '');
  return { ...plan, intent: 'ADD_TO_CART', subjects: document === undefined ? [] : [document] };
}

/** The element does most actions itself; as a turn, they are asked for again. */
const INTENTS_OF_ACTIONS: Record<ActionKind, Intent> = {
  OPEN_ANALYSIS: 'START_ANALYSIS',
  OPEN_RESULTS: 'OPEN_RESULTS',
  CONTACT: 'CONTACT',
  PRIVACY: 'PRIVACY',
  DELETE_CONVERSATION: 'DELETE',
  RESTART: 'RESTART',
};

/** What an answer offers. */
export function listOffered(
  replies: readonly Reply[],
  encoded: { readonly blocks: readonly WireBlock[]; readonly replies: readonly WireReply[] },
): Offered {
  const actions = encoded.blocks.flatMap((block) => (block.type === 'actions' ? block.items : []));
  return {
    replies,
    actions: actions.map(({ kind, variantId }) => ({ kind, variantId })),
    labels: Object.fromEntries([...encoded.replies, ...actions].map(({ id, label }) => [id, label])),
  };
}
