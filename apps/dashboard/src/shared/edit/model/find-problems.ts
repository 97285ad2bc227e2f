import type { Finding } from './edit-session.js';
import type { Content } from './steps.js';

/** A problem with the question that it belongs to. */
export interface StepProblem extends Finding {
  /** Undefined: it concerns the whole. */
  stepId: number | undefined;
  /** Position of the option; undefined: the question itself. */
  option: number | undefined;
  /** Where it stands in the condition; undefined: it is elsewhere. */
  condition: readonly string[] | undefined;
}

/** @param content - the state that the problems were found in; their paths count its questions. */
export const findProblems = (problems: readonly Finding[], { steps }: Content): StepProblem[] =>
  problems.map(({ path, message }) => {
    const [, step, option, condition] =
      /^\/steps\/(\d+)(?:\/selections\/(\d+)|\/showWhen((?:\/.*)?)$)?/.exec(path) ?? [];
    return {
      path,
      message,
      stepId: step === undefined ? undefined : steps[Number(step)]?.id,
      option: option === undefined ? undefined : Number(option),
      condition: condition === undefined ? undefined : condition.split('/').slice(1),
    };
  });
