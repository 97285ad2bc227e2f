import { expect } from 'vitest';
import type { Quiz } from './quiz.js';

/** The response bodies of all matches of the given analyses, with and without tabs. */
export async function fetchMatchBodies(quiz: Quiz, analyses: readonly string[]): Promise<string[]> {
  const all: string[] = [];
  for (const id of analyses) {
    for (const query of ['', '?resultPage=true', '?resultPage=true&locale=de']) {
      const answer = await quiz.matches(id, query);
      expect(answer.status, answer.text).toBe(200);
      all.push(answer.text);
    }
  }
  return all;
}
