import type { ChatBlock } from '../../chat/answer.js';
import type { Problem } from '../../chat/chat-client.js';
import type { Turn } from '../../chat/conversation.js';
import { describeProblem } from '../../chat/describe-problem.js';
import { create } from '../shared/dom.js';
import { type BlockViewOptions, createBlock } from './block-view.js';

/** Before that, an answer arrives without being announced. */
const WRITING_MS = 1_000;

/** A message and its answer in the log. */
export interface TurnView {
  readonly element: HTMLElement;
  /** Shows what is new; what is shown already stays, with the focus in it. */
  update(): void;
  remove(): void;
}

export function createTurnView(turn: Turn, options: BlockViewOptions): TurnView {
  const { texts } = options;
  const answer = create('article', { part: 'message', class: 'answer' }, createAuthor(texts.answer));
  const writing = create('p', { class: 'writing', hidden: '' }, texts.writing);
  const problem = create('div', { part: 'notice', class: 'problem' });
  const question =
    turn.label === undefined
      ? []
      : [create('article', { part: 'message', class: 'question' }, createAuthor(texts.you), turn.label)];
  const element = create('div', { class: 'turn' }, ...question, answer, writing, problem);
  const shown: { block: ChatBlock; view: HTMLElement }[] = [];
  let state: Turn['state'] | undefined;
  let timers: number[] = [];

  const clearTimers = (): void => {
    for (const timer of timers) clearTimeout(timer);
    timers = [];
  };

  function update(): void {
    const kept = shown.findIndex(({ block }, index) => block !== turn.blocks[index]);
    if (kept >= 0 && turn.blocks.length > 0) for (const { view } of shown.splice(kept)) view.remove();
    for (const block of turn.blocks.slice(shown.length)) {
      const view = createBlock(block, { ...options, turn });
      shown.push({ block, view });
      answer.append(view);
    }
    answer.hidden = shown.length === 0;
    if (turn.state === state) return;
    state = turn.state;
    clearTimers();
    writing.hidden = true;
    if (state === 'SENDING')
      timers = [
        window.setTimeout(() => {
          writing.hidden = false;
        }, WRITING_MS),
      ];
    problem.replaceChildren(...(turn.problem ? createProblem(turn, turn.problem) : []));
  }

  function createProblem(failed: Turn, reason: Problem): Node[] {
    const { kind } = reason;
    const { conversation, actions } = options;
    const button = create('button', { type: 'button' }, kind === 'FULL' ? texts.startAgain : texts.tryAgain);
    button.addEventListener('click', () => {
      if (kind === 'FULL') return actions.restart();
      // The button is removed; the focus stays in the chat.
      button.closest<HTMLElement>('[role=log]')?.focus({ preventScroll: true });
      void conversation.retry(failed);
    });
    if (reason.kind === 'TOO_FAST') {
      button.disabled = true;
      timers.push(
        window.setTimeout(() => {
          button.disabled = false;
        }, reason.seconds * 1_000),
      );
    }
    return [create('p', {}, describeProblem(reason, texts)), ...(kind === 'REFUSED' ? [] : [button])];
  }

  update();
  return {
    element,
    update,
    remove() {
      clearTimers();
      element.remove();
    },
  };
}

const createAuthor = (author: string): HTMLElement => create('span', { class: 'only-read' }, `${author}: `);
