/** What is shown; part of the address, so that it can be linked and survives a reload. */
export interface BuilderAddress {
  /** Id of the chosen question. */
  step?: number;
  /** The language next to the default. */
  language?: string;
  /** Absent: the questions. */
  view?: 'branching';
  /** What is shown where the preview has no room next to the questions; absent: these. */
  pane?: 'preview';
  /** Answers that the preview shows; they leave the address once it does. */
  path?: SharedPath;
}

export interface SharedPath {
  /** Ids of questions with the chosen keys. */
  answers: [id: number, keys: string[]][];
  colorType?: string;
}

export function readBuilderAddress({ step, language, view, pane, path }: Record<string, unknown>): BuilderAddress {
  const id = Number(step);
  const shared = readPath(path);
  return {
    ...(step !== undefined && Number.isInteger(id) && id >= 0 ? { step: id } : {}),
    ...(view === 'branching' ? { view } : {}),
    ...(pane === 'preview' ? { pane } : {}),
    ...(typeof language === 'string' && language !== '' ? { language } : {}),
    ...(shared ? { path: shared } : {}),
  };
}

/** An address may say anything. */
function readPath(path: unknown): SharedPath | undefined {
  if (typeof path !== 'object' || path === null) return undefined;
  const { answers, colorType } = path as Record<string, unknown>;
  if (!Array.isArray(answers)) return undefined;
  const isAnswer = (each: unknown): each is [number, string[]] =>
    Array.isArray(each) &&
    Number.isInteger(each[0]) &&
    Array.isArray(each[1]) &&
    each[1].every((key) => typeof key === 'string');
  return { answers: answers.filter(isAnswer), ...(typeof colorType === 'string' ? { colorType } : {}) };
}
