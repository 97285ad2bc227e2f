export interface WordHit {
  line: number;
  column: number;
  found: string;
  instead: string;
}
export const WORDS: readonly (readonly [words: string, instead: string])[];
export function findWords(text: string): WordHit[];
