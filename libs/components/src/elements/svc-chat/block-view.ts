import type { ChatAction, ChatBlock, ChatCard, ChatItem } from '../../chat/answer.js';
import { type ChatTexts, fillCount } from '../../chat/chat-texts.js';
import type { Conversation } from '../../chat/conversation.js';
import type { ComponentConfig } from '../../loader/component-config.js';
import type { Runtime } from '../../loader/runtime.js';
import { createCartButton, createPicture, toWebAddress } from '../shared/card-parts.js';
import { create } from '../shared/dom.js';
import type { ChatActions } from './chat-actions.js';
import { reportClick } from './report-click.js';

export interface BlockViewOptions {
  runtime: Runtime;
  config: ComponentConfig;
  texts: ChatTexts;
  conversation: Conversation;
  actions: ChatActions;
}

const CART_SOURCE = 'add_to_cart_chat';

/** What one part of an answer looks like. */
export function createBlock(block: ChatBlock, options: BlockViewOptions): HTMLElement {
  switch (block.type) {
    case 'text': {
      const href = toWebAddress(block.link);
      return create('p', {}, block.text, ...(href ? [' ', create('a', { href }, options.texts.more)] : []));
    }
    case 'products':
      return create(
        'ul',
        { class: 'cards', tabindex: '0', 'aria-label': options.texts.products },
        ...block.items.map((item) => createCard(item, options)),
      );
    case 'comparison':
      return createComparison(block, options);
    case 'actions':
      return create('p', { class: 'actions' }, ...block.items.flatMap((action) => createAction(action, options)));
  }
}

/** How an answer is announced: one sentence. */
export function describeAnswer(blocks: readonly ChatBlock[], texts: ChatTexts): string {
  const count = blocks.reduce((sum, block) => sum + (block.type === 'products' ? block.items.length : 0), 0);
  if (count > 0) return fillCount(count === 1 ? texts.oneProduct : texts.someProducts, count);
  const first = blocks.find((block) => block.type === 'text');
  return first ? `${texts.answer}: ${first.text}` : texts.noProducts;
}

function createCard({ card, reasons }: ChatItem, options: BlockViewOptions): HTMLElement {
  const { texts } = options;
  if (!card) return create('li', { part: 'card' }, create('p', {}, texts.gone));
  const href = toWebAddress(card.link);
  const details = [card.size, card.price].filter((text): text is string => text !== undefined);
  return create(
    'li',
    { part: 'card' },
    ...createPicture(card.image),
    create('strong', {}, card.name),
    ...details.map((text) => create('p', {}, text)),
    ...(reasons.length > 0 ? [create('ul', {}, ...reasons.map((reason) => create('li', {}, reason)))] : []),
    ...(href
      ? [createLink(href, card, options, texts.showProduct, { 'aria-label': `${texts.showProduct}: ${card.name}` })]
      : []),
    card.available ? createCart(card.variantId, card.name, options) : create('p', {}, texts.soldOut),
  );
}

/** Leads to a product, which is reported. */
function createLink(
  href: string,
  { variantId }: ChatCard,
  { runtime, conversation }: BlockViewOptions,
  text: string,
  attributes: Record<string, string> = {},
): HTMLElement {
  const link = create('a', { href, ...attributes }, text);
  link.addEventListener('click', () => reportClick(runtime, conversation.analysisId, variantId));
  return link;
}

/** Hidden while `hideCart` is set, or the company has no carts: the style sheet does it, in messages that are shown already, too. */
function createCart(variantId: string, name: string, { config, conversation }: BlockViewOptions): HTMLElement {
  const [button, status] = createCartButton(config.texts, () => ({
    items: [{ id: variantId, quantity: 1 }],
    source: CART_SOURCE,
    analysisId: conversation.analysisId,
  }));
  button.setAttribute('aria-description', name);
  return create('div', { class: 'cart' }, button, status);
}

function createComparison(
  { cards, rows }: Extract<ChatBlock, { type: 'comparison' }>,
  options: BlockViewOptions,
): HTMLElement {
  const createHead = (card: ChatCard): HTMLElement => {
    const href = toWebAddress(card.link);
    return create('th', { scope: 'col' }, href ? createLink(href, card, options, card.name) : card.name);
  };
  const table = create(
    'table',
    {},
    create('thead', {}, create('tr', {}, create('td'), ...cards.map(createHead))),
    create(
      'tbody',
      {},
      ...rows.map(({ label, values }) =>
        create('tr', {}, create('th', { scope: 'row' }, label), ...values.map((value) => create('td', {}, value))),
      ),
    ),
  );
  return create('div', { class: 'table', tabindex: '0', role: 'group', 'aria-label': options.texts.products }, table);
}

function createAction({ id, kind, label, url, variantId }: ChatAction, options: BlockViewOptions): Node[] {
  const { actions, conversation } = options;
  const createButton = (act: () => unknown): Node[] => {
    const button = create('button', { type: 'button' }, label);
    button.addEventListener('click', () => void act());
    return [button];
  };
  switch (kind) {
    case 'OPEN_ANALYSIS':
      return createButton(actions.openAnalysis);
    case 'OPEN_RESULTS':
      return createButton(actions.openResults);
    case 'DELETE_CONVERSATION':
      return createButton(actions.askToRemove);
    case 'RESTART':
      return createButton(actions.restart);
    case 'ADD_TO_CART':
      // Only this button adds to the cart, never what the shopper writes.
      return variantId === undefined ? [] : [createCart(variantId, '', options)];
    default: {
      const href = toWebAddress(url) ?? (/^mailto:/i.test(url ?? '') ? url : null);
      if (href) return [create('a', { href }, label)];
      return id === undefined ? [] : createButton(() => conversation.send({ action: id }, label));
    }
  }
}
