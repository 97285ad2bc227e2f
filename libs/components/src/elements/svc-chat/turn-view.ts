import type { ChatBlock } from '../../chat/answer.js';
import type { Problem } from '../../chat/chat-client.js';
import { type ChatTexts, fillCount } from '../../chat/chat-texts.js';
import type { Turn } from '../../chat/conversation.js';
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
      const view = createBlock(block, options);
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

  function createProblem(failed: Turn, { kind, ...rest }: Problem): Node[] {
    const seconds = 'seconds' in rest ? rest.seconds : 0;
    const { conversation, actions } = options;
    const button = create('button', { type: 'button' }, kind === 'FULL' ? texts.restart : texts.tryAgain);
    button.addEventListener('click', () => (kind === 'FULL' ? actions.restart() : void conversation.retry(failed)));
    if (kind === 'TOO_FAST') {
      button.disabled = true;
      timers.push(
        window.setTimeout(() => {
          button.disabled = false;
        }, seconds * 1_000),
      );
    }
    return [
      create('p', {}, describeProblem({ kind, seconds } as Problem, texts)),
      ...(kind === 'REFUSED' ? [] : [button]),
    ];
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

/** Why a message has no answer, in words of the shopper. */
export function describeProblem(problem: Problem, texts: ChatTexts): string {
  const { kind } = problem;
  // A thread that cannot be begun, or a turn that still runs after several attempts.
  const text = texts[kind === 'UNKNOWN' || kind === 'BUSY' ? 'DOWN' : kind];
  const isSent = kind === 'INTERRUPTED' || kind === 'BUSY' || kind === 'REFUSED';
  return `${isSent ? '' : `${texts.notSent} `}${fillCount(text, 'seconds' in problem ? problem.seconds : 0)}`;
}

const createAuthor = (author: string): HTMLElement => create('span', { class: 'only-read' }, `${author}: `);
