import { describe, expect, it } from 'vitest';
import type { TurnAnswer } from '../domain/thread/answer-turn.js';
import { createAllowance, findForeign } from './check-answer.js';
import { createMatchedScope } from './demo-analysis.js';
import { readDemoCompany } from './demo-company.js';
import { askQuestion } from './questions.js';

const company = readDemoCompany();
const allowance = createAllowance(company, createMatchedScope(company));
const right = askQuestion(company, {
  language: 'en',
  context: ['match'],
  turns: ['how much is the Deep Drink Hyaluronic Serum'],
});
const change = (from: string, to: string): TurnAnswer =>
  JSON.parse(JSON.stringify(right).replaceAll(from, to)) as TurnAnswer;

describe('the check for foreign content', () => {
  it('accepts an answer of the service', () => {
    expect(findForeign(right, allowance, company)).toEqual([]);
    expect(JSON.stringify(right.blocks)).toContain('€21.90');
  });

  it.each([
    ['an id', 'SER-HYA-30ML', 'SER-HYA-31ML'],
    ['a name', 'Deep Drink Hyaluronic Serum', 'Night Ferry Retinol Serum'],
    ['a price', '€21.90', '€1.90'],
    ['a link', '/p/deep-drink', '/p/evil'],
    ['a sentence', ' costs ', ' is worth '],
  ])('reports %s that the thread does not allow', (_, from, to) => {
    expect(JSON.stringify(right)).toContain(from);
    expect(findForeign(change(from, to), allowance, company)).not.toEqual([]);
  });
});
