const SHOWN = 10;

/** The shoppers that are shown. The report has up to 20, those whose list changes most first. docs/dashboard.md Y14.6. */
export const chooseExamples = <T>(examples: readonly T[]): readonly T[] => examples.slice(0, SHOWN);
