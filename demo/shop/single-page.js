import { findProduct } from './catalog.js';
import { html } from './html.js';
import { showCart, showOrder, showProduct, showShelf } from './views.js';

const BASE = '/spa';

/**
 * The shop as a single-page application below `/spa`. The order matters: new settings first, then `svcOnRouteChange`, so that the
 * components never show the previous product.
 */
export function startSinglePage(view) {
  const show = async () => {
    await render(view, location.pathname.slice(BASE.length), new URL(location.href).searchParams);
    const product = await findProduct(/^\/p\/(.+)$/.exec(location.pathname.slice(BASE.length))?.[1]);
    const { PRODUCT_ID: _previous, ...settings } = window.SVC_AI ?? {};
    window.SVC_AI = { ...settings, ...(product && { PRODUCT_ID: product.id }) };
    window.dispatchEvent(new Event('svc-settings-changed'));
    window.dispatchEvent(new Event('svcOnRouteChange'));
  };
  document.addEventListener('click', (event) => {
    const path = toSinglePagePath(event);
    if (path === undefined) return;
    event.preventDefault();
    history.pushState(null, '', path);
    show().then(() => {
      scrollTo(0, 0);
      view.querySelector('h1')?.focus();
    });
  });
  window.addEventListener('popstate', show);
  return show();
}

/** The path of a plain click on a link of the shop: those of products lead to their single-page versions. */
function toSinglePagePath(event) {
  const link = event.target.closest?.('a[href]');
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (!link || !isPlain || event.defaultPrevented || link.origin !== location.origin || link.hash) return undefined;
  if (link.pathname.startsWith(`${BASE}/`)) return link.pathname + link.search;
  return link.pathname.startsWith('/p/') ? BASE + link.pathname + link.search : undefined;
}

async function render(view, path, parameters) {
  const title = html('h1', { tabindex: -1 });
  const place = html('div');
  if (path.startsWith('/p/')) {
    await showProduct(place, path.slice('/p/'.length), parameters.get('variant'), BASE);
    place.querySelector('h1')?.setAttribute('tabindex', '-1');
    view.replaceChildren(place);
  } else if (path === '/cart') {
    title.textContent = 'Cart';
    await showCart(place, BASE);
    view.replaceChildren(title, place);
  } else if (path === '/thanks') {
    title.textContent = 'Thank you';
    showOrder(place);
    view.replaceChildren(title, place);
  } else {
    title.textContent = 'Linden & Lune as a single-page application';
    const list = html('ul', { class: 'products' });
    await showShelf(list, 'complexion', BASE);
    const start = html(
      'button',
      { type: 'button', class: 'primary', 'data-open-analysis': '', 'data-source': 'spa' },
      'Find your shade',
    );
    view.replaceChildren(title, html('p', {}, start), list);
  }
  document.title = `${view.querySelector('h1')?.textContent} | Linden & Lune`;
}
