import type { Schemas } from '../../api/client.js';
import { toLocalText } from '../to-local-text.js';

type Step = Schemas['FunnelVersionContent']['steps'][number];

export interface AnswerNames {
  /** @param id - null: not a question, such as the color type. */
  question(id: number | null, key: string): string;
  option(id: number | null, key: string): string;
}

/** Questions and options of a check by the texts that shoppers read. What the version does not have is shown by its key. */
export function createAnswerNames(steps: readonly Step[], locale: string): AnswerNames {
  const language = locale.split('-')[0] as string;
  const find = (id: number | null) => steps.find((step) => step.id === id);
  const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
  return {
    question(id, key) {
      const title = toLocalText(find(id)?.title, language);
      return title === '' ? key : title;
    },
    option(id, key) {
      const option = find(id)?.selections?.find((each) => isSame(each.key, key));
      return toLocalText(option?.caption, language) || key;
    },
  };
}
