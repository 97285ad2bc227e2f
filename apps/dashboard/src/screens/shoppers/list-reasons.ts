import type { Schemas } from '../../api/client.js';

type Explanation = Schemas['VariantExplanation'];

export interface Reason {
  sentence: string;
  isObstacle: boolean;
}

/** Why a variant is (not) in the list: what keeps it out first, then what it passed, then what its place depends on. docs/matching.md M9. */
export function listReasons({ eligibility, tests, pin, score }: Explanation): Reason[] {
  const all = [eligibility, ...tests].map(({ passed, sentence }) => ({ sentence, isObstacle: !passed }));
  const places = [...(score?.parts ?? []), ...(score ? [score] : []), ...(pin ? [pin] : [])];
  return [
    ...all.filter(({ isObstacle }) => isObstacle),
    ...all.filter(({ isObstacle }) => !isObstacle),
    ...places.map(({ sentence }) => ({ sentence, isObstacle: false })),
  ].filter(({ sentence }) => sentence !== '');
}
