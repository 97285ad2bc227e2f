import type { ChatLanguage } from '@svc/domain';
import type { Reply } from '../grounding/blocks.js';
import type { Intent } from '../plan/intents.js';
import { makePlan, planAlternatives } from '../plan/make-plan.js';
import { mergeQueries } from '../plan/merge-queries.js';
import type { Plan, PlanContext } from '../plan/plan.js';
import { EMPTY_QUERY } from '../plan/query.js';
import type { ChatCompany } from './chat-company.js';

/** The plan of an offered reply. Starters are questions of the company and are planned like a shopper's. */
export function planReply(reply: Reply, company: ChatCompany, context: PlanContext, language: ChatLanguage): Plan {
  const before = context.query ?? EMPTY_QUERY;
  const plan = (intent: Intent, part: Partial<Plan> = {}): Plan => ({
    intent,
    query: before,
    subjects: [],
    isNamed: false,
    ...part,
  });
  switch (reply.kind) {
    case 'STARTER': {
      const starter = company.settings.starters[reply.starter];
      return makePlan(starter?.[language] ?? starter?.en ?? starter?.de ?? '', company, context);
    }
    case 'NARROW': {
      const group = { kind: 'property' as const, facets: [reply.facet] };
      return plan('REFINE', { change: 'FILTER', query: mergeQueries(before, { ...EMPTY_QUERY, groups: [group] }) });
    }
    case 'CHEAPER':
    case 'MORE':
      return planAlternatives(reply.kind, company, context) ?? plan('REFINE', { change: reply.kind });
    case 'AVAILABLE_ONLY': {
      const others = planAlternatives('FILTER', company, context) ?? plan('REFINE', { change: 'FILTER' });
      return { ...others, query: { ...others.query, availableOnly: true } };
    }
    case 'WHY':
      return plan('WHY', { subjects: context.shown.slice(0, 1) });
    case 'COMPARE':
      return plan('COMPARE', { subjects: context.shown.slice(0, 2) });
    case 'CHEAPEST':
      return plan('FIND', { query: { ...EMPTY_QUERY, order: 'CHEAPEST' } });
    case 'SETS':
      return plan('SET', { query: EMPTY_QUERY });
    case 'WHAT_SUITS_ME':
    case 'START_ANALYSIS':
    case 'OPEN_RESULTS':
    case 'CONTACT':
    case 'RESTART':
      return plan(reply.kind, { query: EMPTY_QUERY });
  }
}
