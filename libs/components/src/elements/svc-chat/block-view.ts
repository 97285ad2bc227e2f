import type { ChatAction, ChatBlock, ChatCard, ChatItem } from '../../chat/answer.js';
import { type ChatTexts, fillCount } from '../../chat/chat-texts.js';
import type { Conversation, Turn } from '../../chat/conversation.js';
import type { ComponentConfig } from '../../loader/component-config.js';
import type { Runtime } from '../../loader/runtime.js';
import { createCartButton, createPicture, toWebAddress } from '../shared/card-parts.js';
import { create } from '../shared/dom.js';
import { watchProduct } from '../shared/watch-product.js';
import type { ChatActions } from './chat-actions.js';

export interface BlockViewOptions {
  runtime: Runtime;
  config: ComponentConfig;
  texts: ChatTexts;
  conversation: Conversation;
  actions: ChatActions;
}

/** What a part of an answer needs in addition. */
interface BlockOptions extends BlockViewOptions {
  /** Of the answer. */
  turn: Turn;
}

const CART_SOURCE = 'add_to_cart_chat';

/** What one part of an answer looks like. */
export function createBlock(block: ChatBlock, options: BlockOptions): HTMLElement {
  switch (block.type) {
    case 'text': {
      const href = toWebAddress(block.link);
      return create('p', {}, block.text, ...(href ? [' ', create('a', { href }, options.texts.more)] : []));
    }
    case 'products':
      return create(
        'ul',
        { class: 'cards', tabindex: '0', 'aria-label': options.texts.products },
        ...block.items.map((item, position) => createCard(item, position, options)),
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

function createCard({ card, reasons }: ChatItem, position: number, options: BlockOptions): HTMLElement {
  const { texts } = options;
  if (!card) return create('li', { part: 'card' }, create('p', {}, texts.gone));
  const href = toWebAddress(card.link);
  const details = [card.size, card.price].filter((text): text is string => text !== undefined);
  const tile = create(
    'li',
    { part: 'card' },
    ...createPicture(card.image),
    create('strong', {}, card.name),
    ...details.map((text) => create('p', {}, text)),
    ...(reasons.length > 0 ? [create('ul', {}, ...reasons.map((reason) => create('li', {}, reason)))] : []),
    ...(href ? [create('a', { href, 'aria-label': `${texts.showProduct}: ${card.name}` }, texts.showProduct)] : []),
    card.available ? createCart(card.variantId, card.name, options) : create('p', {}, texts.soldOut),
  );
  return watchProduct(options.runtime, tile, options.turn.analysisId, card.variantId, position);
}

/** Hidden while `hideCart` is set, or the company has no carts: the style sheet does it, in messages that are shown already, too. */
function createCart(variantId: string, name: string, { config, turn }: BlockOptions): HTMLElement {
  const [button, status] = createCartButton(config.texts, () => ({
    items: [{ id: variantId, quantity: 1 }],
    source: CART_SOURCE,
    analysisId: turn.analysisId,
  }));
  button.setAttribute('aria-description', name);
  return create('div', { class: 'cart' }, button, status);
}

function createComparison(
  { cards, rows }: Extract<ChatBlock, { type: 'comparison' }>,
  options: BlockOptions,
): HTMLElement {
  const createHead = ({ link, name, variantId }: ChatCard, position: number): HTMLElement => {
    const href = toWebAddress(link);
    const head = create('th', { scope: 'col' }, href ? create('a', { href }, name) : name);
    return watchProduct(options.runtime, head, options.turn.analysisId, variantId, position);
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

function createAction({ id, kind, label, url, variantId }: ChatAction, options: BlockOptions): Node[] {
  const { actions, conversation, runtime, turn } = options;
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
      return variantId === undefined
        ? []
        : [watchProduct(runtime, createCart(variantId, '', options), turn.analysisId, variantId, null)];
    default: {
      const href = toWebAddress(url) ?? (/^mailto:/i.test(url ?? '') ? url : null);
      if (href) return [create('a', { href }, label)];
      return id === undefined ? [] : createButton(() => conversation.send({ action: id }, label));
    }
  }
}
