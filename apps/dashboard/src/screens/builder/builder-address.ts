/** What is shown; part of the address, so that it can be linked and survives a reload. */
export interface BuilderAddress {
  /** Id of the chosen question. */
  step?: number;
  /** The language next to the default. */
  language?: string;
  /** Absent: the questions. */
  view?: 'branching';
}

export function readBuilderAddress({ step, language, view }: Record<string, unknown>): BuilderAddress {
  const id = Number(step);
  return {
    ...(step !== undefined && Number.isInteger(id) && id >= 0 ? { step: id } : {}),
    ...(view === 'branching' ? { view } : {}),
    ...(typeof language === 'string' && language !== '' ? { language } : {}),
  };
}
