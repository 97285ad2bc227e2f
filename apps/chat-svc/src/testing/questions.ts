import { readFileSync } from 'node:fs';
import type { ChatVariant } from '../domain/catalog/chat-catalog.js';
import { answerTurn, type TurnAnswer } from '../domain/thread/answer-turn.js';
import type { ChatCompany } from '../domain/thread/chat-company.js';
import { compileScope, type ThreadScope } from '../domain/thread/compile-scope.js';
import { NEW_THREAD } from '../domain/thread/thread-state.js';
import type { TurnInput } from '../domain/thread/turn-input.js';
import { createMatchedScope, createWholeScope } from './demo-analysis.js';

/** A line of questions/*.tsv (questions/README.md). */
export interface Question {
  readonly language: 'en' | 'de';
  readonly context: readonly string[];
  readonly turns: readonly string[];
  readonly intents: readonly string[];
  readonly conditions: readonly string[];
}

export function readQuestions(name: 'tuned' | 'held-out'): Question[] {
  const text = readFileSync(new URL(`../../questions/${name}.tsv`, import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [language = '', context = '', turns = '', expected = ''] = line.split('\t');
      const [intents = '', conditions = ''] = expected.split('; ');
      return {
        language: language === 'de' ? 'de' : 'en',
        context: context.split(','),
        turns: turns.split(' > '),
        intents: intents.split('|'),
        conditions: conditions === '' ? [] : conditions.split(' '),
      };
    });
}

/** Scope of a question's thread. */
export function createScope(company: ChatCompany, context: readonly string[]): ThreadScope {
  return context.includes('match') ? createMatchedScope(company) : createWholeScope(company);
}

/** The answer to the last turn of a question. */
export function askQuestion(
  company: ChatCompany,
  { language, context, turns }: Pick<Question, 'language' | 'context' | 'turns'>,
): TurnAnswer {
  const scope = compileScope(createScope(company, context), company);
  const productId = context.find((part) => part.startsWith('page='))?.slice(5);
  let thread = NEW_THREAD;
  let answer: TurnAnswer | undefined;
  for (const text of turns) {
    const input: TurnInput = { text, locale: language, productId };
    answer = answerTurn(input, company, scope, thread);
    thread = answer?.thread ?? thread;
  }
  if (!answer) throw new Error('A question must have a turn.');
  return answer;
}

/** Why an answer is wrong; undefined if it is right. */
export function judgeAnswer(answer: TurnAnswer, question: Question, company: ChatCompany): string | undefined {
  if (!question.intents.includes(answer.plan.intent))
    return `${answer.plan.intent} instead of ${question.intents.join('|')}`;
  const cards = listCards(answer, company);
  const matched = new Set(createMatchedScope(company).matched);
  const failed = question.conditions.filter((condition) => !holds(condition, cards, matched));
  return failed.length === 0
    ? undefined
    : `${failed.join(' ')} fails for ${cards.map(({ name, price }) => `${name} (${price?.amount})`).join('; ')}`;
}

/** Variants on the cards of an answer, in order. */
export function listCards({ blocks }: TurnAnswer, { catalog, documents }: ChatCompany): ChatVariant[] {
  const ids = blocks.flatMap((block) => {
    if (block.type === 'products') return block.items.map(({ card }) => card.variantId);
    return block.type === 'comparison' ? block.cards.map(({ variantId }) => variantId) : [];
  });
  return ids.flatMap((id) => catalog.variants[documents.get(id) ?? -1] ?? []);
}

export function holds(condition: string, cards: readonly ChatVariant[], matched: ReadonlySet<string>): boolean {
  if (condition === 'none') return cards.length === 0;
  const every = (test: (card: ChatVariant) => boolean): boolean => cards.length > 0 && cards.every(test);
  if (condition === 'available') return every(({ available }) => available);
  if (condition === 'matched') return every(({ id }) => matched.has(id));
  const [, kind = '', value = ''] = /^(first:|has:|tags:|name~|price<=|price>=)(.*)$/.exec(condition) ?? [];
  switch (kind) {
    case 'first:':
      return value.split(',').includes(cards[0]?.productId ?? '');
    case 'has:':
      return value.split(',').every((id) => cards.some(({ productId }) => productId === id));
    case 'tags:':
      return every(({ tags }) => value.split('|').some((tag) => tags.includes(tag)));
    case 'name~':
      return every(({ name }) => new RegExp(value).test(name));
    case 'price<=':
      return every(({ price }) => price !== undefined && price.amount <= Number(value));
    case 'price>=':
      return every(({ price }) => price !== undefined && price.amount >= Number(value));
    default:
      throw new Error(`Unknown condition: ${condition}`);
  }
}
