import type { Problem } from './chat-client.js';
import { type ChatTexts, fillCount } from './chat-texts.js';

/** From that many seconds on, a wait is said in minutes. */
const MINUTES_FROM_S = 120;

/** Why a message has no answer, in words of the shopper. docs/components.md B17.8. */
export function describeProblem(problem: Problem, texts: ChatTexts): string {
  const { kind } = problem;
  const isSent = kind === 'INTERRUPTED' || kind === 'BUSY' || kind === 'REFUSED';
  return `${isSent ? '' : `${texts.notSent} `}${toText(problem, texts)}`;
}

function toText(problem: Problem, texts: ChatTexts): string {
  switch (problem.kind) {
    case 'TOO_FAST':
      return problem.seconds < MINUTES_FROM_S
        ? fillCount(texts.TOO_FAST, problem.seconds)
        : fillCount(texts.tooFastMinutes, Math.ceil(problem.seconds / 60));
    // A thread that cannot be begun, or a turn that still runs after several attempts.
    case 'UNKNOWN':
    case 'BUSY':
      return texts.DOWN;
    default:
      return texts[problem.kind];
  }
}
