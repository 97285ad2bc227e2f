import { expect, it } from 'vitest';
import { isAnalysisId } from '../domain/analysis-id.js';
import { getMatchingInput } from './get-matching-input.js';

it('a malformed id costs one look-up like an unknown id, with a random id that no analysis has (docs/reliability.md R3.2)', async () => {
  const looked: string[] = [];
  const deps = {
    async findMatchingInput(analysisId: string) {
      looked.push(analysisId);
      return undefined;
    },
  };
  const malformed = ['', '-', 'x', '\u0000', "' or 1=1 --", 'é'.repeat(22), 'A'.repeat(100_000)];
  for (const analysisId of ['A'.repeat(22), ...malformed]) {
    await expect(getMatchingInput(deps, analysisId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }
  expect(looked).toHaveLength(1 + malformed.length);
  expect(looked.every(isAnalysisId)).toBe(true);
  // A different id each time, so that the look-up reaches the same parts of the index as one of an unknown id.
  expect(new Set(looked).size).toBe(looked.length);
});
