import type { ComponentTexts } from '../../loader/component-config.js';
import { addToCart, type CartRequest } from './add-to-cart.js';
import { create } from './dom.js';

/** How long a button says that the page received the event. */
const ADDED_MS = 2_000;

/** Only http and https: an address may come from anywhere. */
export const toWebAddress = (address = ''): string | null => (/^https?:\/\//i.test(address) ? address : null);

export function createPicture(address: string | undefined): Node[] {
  const src = toWebAddress(address);
  return src ? [create('img', { src, alt: '', loading: 'lazy', referrerpolicy: 'no-referrer' })] : [];
}

/** A button that adds to the cart, and what the shop says to it. */
export function createCartButton(texts: ComponentTexts, getRequest: () => CartRequest): [HTMLElement, HTMLElement] {
  const button = create('button', { type: 'button' }, texts.addToCart);
  const status = create('p', { role: 'status' });
  button.addEventListener('click', async () => {
    const result = await addToCart(getRequest());
    if (result.outcome === 'added')
      status.replaceChildren(`${texts.inCart} `, create('a', { href: result.cart }, texts.viewCart));
    else if (result.outcome === 'refused') status.textContent = result.text;
    else {
      button.textContent = texts.added;
      setTimeout(() => {
        button.textContent = texts.addToCart;
      }, ADDED_MS);
    }
  });
  return [button, status];
}
