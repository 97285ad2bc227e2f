import type { ActionKind, Answer, Block, PlainText, Reply } from '../grounding/blocks.js';
import { DEFAULT_STARTERS } from './default-starters.js';
import type { Situation, TalkIntent } from './situation.js';

/** Composes answers that name no product. */
export function composeTalk<Scope>(intent: TalkIntent, situation: Situation): Answer<Scope> {
  const starters = listStarters(situation);
  switch (intent) {
    case 'GREETING':
      return {
        blocks: [situation.hasGreeting ? { type: 'company', text: 'GREETING' } : say('HELLO')],
        replies: starters,
      };
    case 'COLOR_TYPE':
      return composeColorType(situation);
    case 'START_ANALYSIS':
      return situation.hasFunnel
        ? withActions('ANALYSIS_HERE', 'OPEN_ANALYSIS')
        : { blocks: [say('ANALYSIS_MISSING')], replies: starters };
    case 'OPEN_RESULTS':
      if (situation.hasAnalysis) return withActions('RESULTS_HERE', 'OPEN_RESULTS');
      return situation.hasFunnel
        ? withActions('RESULTS_MISSING', 'OPEN_ANALYSIS')
        : { blocks: [say('ANALYSIS_MISSING')], replies: starters };
    case 'CONTACT':
      return situation.hasContact
        ? withActions('CONTACT_HERE', 'CONTACT')
        : { blocks: [say('CONTACT_MISSING')], replies: [] };
    case 'ORDER':
      return situation.hasContact
        ? withActions('ORDER_CONTACT', 'CONTACT')
        : { blocks: [say('ORDER_MISSING')], replies: [] };
    case 'DELETE':
      return situation.hasPrivacy
        ? withActions('DELETE_HERE', 'DELETE_CONVERSATION', 'PRIVACY')
        : withActions('DELETE_HERE', 'DELETE_CONVERSATION');
    case 'PRIVACY':
      return situation.hasPrivacy
        ? withActions('PRIVACY_HERE', 'PRIVACY', 'DELETE_CONVERSATION')
        : withActions('PRIVACY_HERE', 'DELETE_CONVERSATION');
    case 'RESTART':
      return { ...withActions('RESTARTED', 'RESTART'), replies: starters };
    case 'MEDICAL':
    case 'DISCOUNT':
      return situation.hasContact ? withActions(intent, 'CONTACT') : { blocks: [say(intent)], replies: [] };
    case 'THANKS':
    case 'HELP':
    case 'PERSONAL':
    case 'OUT_OF_SCOPE':
    case 'UNKNOWN':
    case 'SEARCH_NOT_READY':
      return { blocks: [say(intent)], replies: withStarters(situation, suggestAnalysis(situation)) };
  }
}

const say = <Scope>(key: PlainText): Block<Scope> => ({ type: 'text', key });

function withActions<Scope>(key: PlainText, first: ActionKind, ...others: readonly ActionKind[]): Answer<Scope> {
  return { blocks: [say(key), { type: 'actions', items: [first, ...others] }], replies: [] };
}

function composeColorType<Scope>({ colorType, hasFunnel, starters }: Situation): Answer<Scope> {
  if (colorType)
    return {
      blocks: [
        { type: 'text', key: 'COLOR_TYPE_IS', colorType },
        { type: 'text', key: 'COLOR_TYPE_MEANS', colorType },
      ],
      replies: [{ kind: 'WHAT_SUITS_ME' }],
    };
  if (hasFunnel) return withActions('COLOR_TYPE_UNKNOWN', 'OPEN_ANALYSIS');
  return { blocks: [say('ANALYSIS_MISSING')], replies: listStarters({ starters }) };
}

const MAX_STARTERS = 3;

/** The company's first starters; those of the service where it has none. */
export const listStarters = ({ starters }: Pick<Situation, 'starters'>): readonly Reply[] =>
  starters === 0
    ? DEFAULT_STARTERS
    : Array.from({ length: Math.min(MAX_STARTERS, starters) }, (_, starter) => ({ kind: 'STARTER', starter }));

/** Starters, then others that are not among them. */
function withStarters(situation: Situation, others: readonly Reply[]): Reply[] {
  const starters = listStarters(situation);
  return [...starters, ...others.filter(({ kind }) => !starters.some((starter) => starter.kind === kind))];
}

function suggestAnalysis({ hasAnalysis, hasFunnel }: Situation): Reply[] {
  if (hasAnalysis) return [{ kind: 'WHAT_SUITS_ME' }];
  return hasFunnel ? [{ kind: 'START_ANALYSIS' }] : [];
}
