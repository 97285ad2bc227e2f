import { describe, expect, it } from 'vitest';
import { readDemoCompany } from '../testing/demo-company.js';
import { measureRecall } from '../testing/measure-recall.js';
import { askQuestion, judgeAnswer, readQuestions } from '../testing/questions.js';

const MIN_SHARE_RIGHT = 0.9;
const MIN_RECALL = 0.9;
const MIN_PRODUCT_QUESTIONS = 200;
const company = readDemoCompany();

// questions/README.md
describe('answers to the questions about the demo company', () => {
  it('at least 90 % of the tuned questions are answered right without a language model (docs/chat.md T1.2, T11.1)', () => {
    const questions = readQuestions('tuned');
    const wrong = questions.flatMap((question) => {
      const reason = judgeAnswer(askQuestion(company, question), question, company);
      return reason ? [`${question.context.join()} ${question.turns.join(' > ')}: ${reason}`] : [];
    });
    const share = 1 - wrong.length / questions.length;
    console.info(
      `Tuned: ${questions.length - wrong.length} of ${questions.length} (${(share * 100).toFixed(1)} %)\n${wrong.join('\n')}`,
    );
    expect(share).toBeGreaterThanOrEqual(MIN_SHARE_RIGHT);
  });

  it('at least 90 % of the questions that are held out are answered right (docs/chat.md T11.1)', () => {
    const questions = readQuestions('held-out');
    const right = questions.filter((question) => !judgeAnswer(askQuestion(company, question), question, company));
    const share = right.length / questions.length;
    // Only the figure: reading the questions would tune the planner for them (questions/README.md).
    console.info(`Held out: ${right.length} of ${questions.length} (${(share * 100).toFixed(1)} %)`);
    expect(share).toBeGreaterThanOrEqual(MIN_SHARE_RIGHT);
  });

  it('the first ten products of a search have at least 0.9 of the right ones (docs/chat.md T11.2)', () => {
    const recalls = [...readQuestions('tuned'), ...readQuestions('held-out')].flatMap(
      (question) => measureRecall(company, question) ?? [],
    );
    const recall = recalls.reduce((sum, each) => sum + each, 0) / recalls.length;
    console.info(`Recall at 10: ${recall.toFixed(3)} of ${recalls.length} questions about products`);
    expect(recalls.length).toBeGreaterThanOrEqual(MIN_PRODUCT_QUESTIONS);
    expect(recall).toBeGreaterThanOrEqual(MIN_RECALL);
  });
});
