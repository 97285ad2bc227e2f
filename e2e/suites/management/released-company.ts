import { expect } from 'vitest';
import { fetchMatchBodies } from '../../support/match-bodies.js';
import type { Launched } from '../../support/processes.js';
import { buildCatalog, createQuiz, picks, type Quiz, question, rule } from '../../support/quiz.js';

export const tab = (key: string, tags: string[]) => ({
  key,
  name: { en: key },
  select: { tags, productIds: [], sets: [] },
});
export const withoutTag = (tag: string) => ({ rules: [rule('without', { exclude: { tags: [tag] } })] });

const CATALOG = buildCatalog({
  A: ['skin:dry', 'texture:rich'],
  B: ['skin:dry'],
  C: ['skin:oily', 'texture:rich'],
  D: ['texture:gel'],
  SET: [],
});
export const STEPS = [
  question(1, { dry: { require: ['skin:dry'] }, oily: { require: ['skin:oily'] } }),
  question(2, { rich: { prefer: ['texture:rich'] }, gel: { prefer: ['texture:gel'] } }),
];
const PAGE = { enabled: true, tabs: [tab('RICH', ['texture:rich']), tab('DRY', ['skin:dry'])] };

/** A company with one analysis for every pair of answers, and their match bodies as they are now. */
export async function createReleased(system: Launched, handle: string) {
  const quiz = await createQuiz(system, handle, {
    catalog: CATALOG,
    steps: STEPS,
    resultPage: PAGE,
    matching: { rules: [rule('first', { pin: { variantIds: ['B'] } })] },
  });
  const tagging = { variants: { D: ['skin:dry'] } };
  const sets = [{ key: 'duo', name: { en: 'Duo' }, variantId: 'SET', variants: [{ id: 'A' }, { id: 'B' }] }];
  await applied(quiz, { tagging, sets });
  const analyses: string[] = [];
  for (const skin of ['dry', 'oily']) {
    for (const texture of ['rich', 'gel']) {
      analyses.push((await quiz.create(picks({ 1: skin, 2: texture }))).body.id);
    }
  }
  return { quiz, analyses, before: await fetchMatchBodies(quiz, analyses) };
}

/** A company for requests that change nothing. */
export const createOpened = (system: Launched, handle: string): Promise<Quiz> =>
  createQuiz(system, handle, { catalog: CATALOG, steps: STEPS, matching: withoutTag('skin:dry') });

export async function applied(quiz: Quiz, blueprint: object): Promise<void> {
  const answer = await quiz.apply(blueprint);
  expect(answer.status, answer.text).toBe(200);
}
