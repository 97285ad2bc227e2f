import { type ChatTexts, selectDisclosure } from '../../chat/chat-texts.js';
import type { Conversation, Turn } from '../../chat/conversation.js';
import { describeProblem } from '../../chat/describe-problem.js';
import type { ComponentConfig } from '../../loader/component-config.js';
import type { Runtime } from '../../loader/runtime.js';
import { toWebAddress } from '../shared/card-parts.js';
import { create } from '../shared/dom.js';
import { describeAnswer } from './block-view.js';
import { type ChatActions, openAnalysis, openResults } from './chat-actions.js';
import { createComposer } from './composer.js';
import { createTurnView, type TurnView } from './turn-view.js';

/** The shopper is at the end of the log, apart from that many CSS pixels. */
const END_PX = 40;

export interface ChatViewOptions {
  runtime: Runtime;
  config: ComponentConfig;
  texts: ChatTexts;
  conversation: Conversation;
}

/** What a chat shows: header, messages, what may be chosen, and where the shopper writes. */
export interface ChatView {
  readonly element: HTMLElement;
  readonly field: HTMLTextAreaElement;
  remove(): void;
}

export function createChatView({ runtime, config, texts, conversation }: ChatViewOptions): ChatView {
  const { greeting, starters, privacyUrl } = config.chat;
  const views = new Map<Turn, TurnView>();
  const actions: ChatActions = {
    openAnalysis: () => openAnalysis(runtime),
    openResults: () => openResults(runtime),
    askToRemove,
    restart() {
      conversation.restart();
      composer.field.focus();
    },
  };
  const composer = createComposer(texts, (text) => void conversation.send({ text }, text));

  const createButton = (label: string, act: () => void): HTMLButtonElement => {
    const button = create('button', { type: 'button' }, label);
    button.addEventListener('click', act);
    return button;
  };
  const privacy = toWebAddress(privacyUrl ?? undefined);
  const controls = create(
    'p',
    { class: 'controls' },
    createButton(texts.restart, actions.restart),
    createButton(texts.remove, askToRemove),
  );
  const header = create(
    'header',
    { part: 'header' },
    create('h2', {}, texts.title),
    create(
      'p',
      {},
      selectDisclosure(texts, config.chat),
      ...(privacy ? [' · ', create('a', { href: privacy }, texts.privacy)] : []),
    ),
    controls,
  );
  const turns = create('div');
  const log = create(
    'div',
    { part: 'log', role: 'log', 'aria-live': 'off', 'aria-label': texts.title, tabindex: '0' },
    create(
      'article',
      { part: 'message', class: 'answer' },
      create('span', { class: 'only-read' }, `${texts.answer}: `),
      create('p', {}, greeting),
    ),
    turns,
  );
  const newMessages = createButton(texts.newMessages, () => scrollToEnd());
  newMessages.className = 'new';
  newMessages.hidden = true;
  const replies = create('div', { part: 'quick-replies', role: 'group', 'aria-label': texts.suggestions });
  const notice = create('div', { part: 'notice', class: 'notice', hidden: '' });
  const status = create('p', { role: 'status', class: 'only-read' });
  const element = create(
    'section',
    { 'aria-label': texts.title, lang: config.texts.language },
    header,
    log,
    newMessages,
    replies,
    notice,
    composer.element,
    status,
  );

  let isFollowing = true;
  let ownTop = 0;
  log.addEventListener('scroll', () => {
    const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight <= END_PX;
    // Where the chat itself scrolled to is no choice of the shopper.
    isFollowing = isAtEnd || Math.abs(log.scrollTop - ownTop) < 2;
    if (isFollowing) newMessages.hidden = true;
  });
  /** Shows the end, but not less than the beginning of a message: an answer that is higher than the log is read from its start. */
  function scrollToEnd(from?: HTMLElement): void {
    const top = from ? from.getBoundingClientRect().top - log.getBoundingClientRect().top + log.scrollTop : Infinity;
    log.scrollTop = Math.min(log.scrollHeight, top);
    ownTop = log.scrollTop;
    isFollowing = true;
    newMessages.hidden = true;
  }

  /** Says something that is not a part of the conversation, with what the shopper may do about it. */
  function showNotice(text: string, ...buttons: HTMLButtonElement[]): void {
    notice.replaceChildren(create('p', {}, text), ...buttons);
    notice.hidden = false;
    status.textContent = text;
  }
  function hideNotice(): void {
    notice.hidden = true;
    notice.replaceChildren();
  }
  function askToRemove(): void {
    const remove = createButton(texts.yes, async () => {
      hideNotice();
      composer.field.focus();
      const isRemoved = await conversation.remove();
      if (isRemoved) showNotice(texts.removed);
      else showNotice(texts.notRemoved, createButton(texts.tryAgain, askToRemove));
    });
    const keep = createButton(texts.no, () => {
      hideNotice();
      composer.field.focus();
    });
    showNotice(texts.confirm, remove, keep);
    remove.focus();
  }

  /** The company's topics at the beginning, later what the last answer offers. */
  function renderReplies(): void {
    const offered =
      conversation.turns.length === 0
        ? starters.map((text) => ({ label: text, input: { text } }))
        : conversation.replies.map(({ id, label }) => ({ label, input: { quickReply: id } }));
    const shown = conversation.isBusy ? [] : offered;
    replies.hidden = shown.length === 0;
    replies.replaceChildren(
      ...shown.map(({ label, input }) =>
        createButton(label, () => {
          // The button is removed; the focus stays in the chat, and a phone shows no keyboard.
          log.focus({ preventScroll: true });
          void conversation.send(input, label);
        }),
      ),
    );
  }

  function render(changed: Turn | null): void {
    const wasFollowing = isFollowing;
    for (const [turn, view] of views) {
      if (conversation.turns.includes(turn)) continue;
      view.remove();
      views.delete(turn);
    }
    for (const turn of conversation.turns) {
      const known = views.get(turn);
      const view = known ?? createTurnView(turn, { runtime, config, texts, conversation, actions });
      views.set(turn, view);
      if (known) view.update();
    }
    const elements = conversation.turns.flatMap((turn) => views.get(turn)?.element ?? []);
    // What is in its place keeps the focus and the place of its cards.
    for (const [index, each] of elements.entries()) {
      if (turns.children[index] !== each) turns.insertBefore(each, turns.children[index] ?? null);
    }
    log.setAttribute('aria-busy', `${conversation.isBusy}`);
    composer.setBusy(conversation.isBusy);
    controls.hidden = conversation.turns.length === 0;
    renderReplies();
    const hasProblem = changed?.state === 'FAILED' && changed.problem;
    if (hasProblem) status.textContent = describeProblem(hasProblem, texts);
    else if (changed?.state === 'DONE') status.textContent = describeAnswer(changed.blocks, texts);
    else status.textContent = '';
    if (conversation.isUnloaded)
      showNotice(
        texts.unloaded,
        createButton(texts.tryAgain, () => {
          log.focus({ preventScroll: true });
          hideNotice();
          void conversation.restore();
        }),
      );
    else if (changed === null && conversation.isBusy) hideNotice();
    // The own message is always shown; an answer only to a shopper who reads there.
    if (wasFollowing || changed === null) scrollToEnd(changed ? views.get(changed)?.element : undefined);
    else newMessages.hidden = false;
  }

  const stop = conversation.onChange(render);
  render(null);
  return {
    element,
    field: composer.field,
    remove() {
      stop();
      for (const view of views.values()) view.remove();
      element.remove();
    },
  };
}
