import { MAX_WARNINGS_PER_KIND } from '../limits.js';

/** Collects payload warnings in the order in which they were found, without repetition, a bounded number of each kind. */
export interface Warnings {
  /** @param kind - what is counted together; ends up in "… and 5 more warnings about <kind>." */
  add(kind: string, sentence: string): void;
  list(): string[];
}

export function createWarnings(maxPerKind = MAX_WARNINGS_PER_KIND): Warnings {
  const sentences = new Set<string>();
  const counts = new Map<string, number>();
  return {
    add(kind, sentence) {
      if (sentences.has(sentence)) return;
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      if (count <= maxPerKind) sentences.add(sentence);
    },
    list() {
      const more = [...counts].filter(([, count]) => count > maxPerKind);
      return [...sentences, ...more.map(([kind, count]) => `… and ${count - maxPerKind} more warnings about ${kind}.`)];
    },
  };
}
