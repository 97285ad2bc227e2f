import type { FaqEntry } from '@svc/domain';
import { STOP_WORDS } from '../lexicon/stop-words.js';
import { normalize, toWords } from '../text/normalize.js';
import { toForms } from '../text/stem.js';
import { FAQ_TOPICS } from './intent-patterns.js';

/** Share of the words of an entry's question that a message must contain, without a common topic. */
const MIN_SHARE = 0.75;
const MIN_SHARED_WORDS = 2;

/** Whether a message is about a topic of shops (delivery, returns), and which entry of the company answers it. */
export interface FaqMatch {
  readonly isTopic: boolean;
  /** Number of the entry. */
  readonly entry?: number | undefined;
}

interface Question {
  readonly entry: number;
  readonly words: readonly (readonly string[])[];
  readonly topics: readonly number[];
}

/** Prepares the questions of a company. The result finds the entry whose question shares most words with a message. */
export function createFaqMatcher(faq: readonly FaqEntry[]): (normalized: string) => FaqMatch {
  const questions: Question[] = faq.flatMap(({ questions: { en = [], de = [] } }, entry) =>
    [...en, ...de].map((question) => {
      const normalized = normalize(question);
      return { entry, words: getContentWords(normalized), topics: listTopics(normalized) };
    }),
  );
  return (normalized) => {
    const topics = listTopics(normalized);
    const forms = new Set(getContentWords(normalized).flat());
    let best: { entry: number; score: number } | undefined;
    for (const { entry, words, topics: own } of questions) {
      const shared = words.filter((word) => word.some((form) => forms.has(form))).length;
      const isSameTopic = own.some((topic) => topics.includes(topic));
      const isSimilar = shared >= MIN_SHARED_WORDS && shared >= words.length * MIN_SHARE;
      const score = (isSameTopic ? 1 : 0) + shared / Math.max(1, words.length);
      if ((isSameTopic || isSimilar) && (!best || score > best.score)) best = { entry, score };
    }
    return { isTopic: topics.length > 0, entry: best?.entry };
  };
}

const listTopics = (normalized: string): number[] =>
  FAQ_TOPICS.flatMap((pattern, topic) => (pattern.test(normalized) ? [topic] : []));

function getContentWords(normalized: string): (readonly string[])[] {
  return toWords(normalized)
    .filter((word) => !STOP_WORDS.has(word))
    .map(toForms);
}
