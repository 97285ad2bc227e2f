import type { FunnelPage, MatchingAnswers, ResultView } from '@svc/domain';
import type { PreviewState } from '../model/preview-answers.js';
import type { FrameMessage } from './preview-messages.js';

/** What is said to the frame, but for what belongs to every message. */
export type DashboardMessage =
  /** The questions, and those alone: what the visitor sees and has answered stays. */
  | { type: 'page'; page: FunnelPage }
  /** The question to show, null: the one that is shown; and answers in place of those that were given there. */
  | { type: 'show'; stepId: number | null; answers?: MatchingAnswers }
  /** For the end of the preview. */
  | { type: 'result'; result: ResultView };

export interface Reported {
  state: PreviewState;
  /** The visitor moved there in the frame; undefined: the same question is shown as before, or the end. */
  moved?: number;
}

/**
 * One frame's conversation: each page, choice and result is said once, and again to a frame that was loaded again.
 * docs/dashboard.md Y16.
 * @param post - says it with a number, which it returns; numbers rise.
 */
export function createFrameTalk(post: (message: DashboardMessage) => number) {
  let isReady = false;
  let page: FunnelPage | undefined;
  let chosen: number | null = null;
  let given: MatchingAnswers | undefined;
  /** The question that the frame shows, as it said, or as the dashboard chose last. */
  let inFrame: number | null = null;
  let sentAnswers: MatchingAnswers | undefined;
  /** Of the last choice: what the frame says about the time before it is ignored. */
  let choiceNumber = 0;

  const sayPage = () => {
    if (isReady && page) post({ type: 'page', page });
  };
  const sayChoice = () => {
    const isGiven = given !== undefined && given !== sentAnswers;
    if (!isReady || !page || (chosen === inFrame && !isGiven)) return;
    inFrame = chosen;
    sentAnswers = given;
    choiceNumber = post({ type: 'show', stepId: chosen, ...(isGiven ? { answers: given as MatchingAnswers } : {}) });
  };
  return {
    get isReady() {
      return isReady;
    },
    /** The frame has been loaded. */
    start(): void {
      isReady = true;
      inFrame = null;
      sayPage();
      sayChoice();
    },
    /** The frame is about to be loaded again; it remembers the answers. */
    stop(): void {
      isReady = false;
    },
    setPage(next: FunnelPage | undefined): void {
      if (next === page) return;
      page = next;
      sayPage();
      sayChoice();
    },
    /** @param answers - another object is another command; given once, from then on the answers are those of the visitor there. */
    setChoice(stepId: number | null, answers: MatchingAnswers | undefined): void {
      chosen = stepId;
      given = answers;
      sayChoice();
    },
    setResult(result: ResultView): void {
      if (isReady) post({ type: 'result', result });
    },
    /** @returns undefined for what the frame said before it knew the last choice. */
    receive({ type, seq, state }: Extract<FrameMessage, { type: 'ready' | 'shown' }>): Reported | undefined {
      if (seq < choiceNumber) return undefined;
      const { stepId } = state;
      if (type === 'ready' || stepId === null) return { state };
      inFrame = stepId;
      return { state, moved: stepId };
    },
  };
}
