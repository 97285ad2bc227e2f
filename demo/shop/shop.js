import { addToCart, showCartCount } from './cart.js';
import { startLiveElement } from './live-element.js';
import { startSinglePage } from './single-page.js';
import { announce, showCart, showOrder, showProduct, showShelf } from './views.js';

/** The one module of the demo shop: what a merchant's own theme does with the events and functions of the components. */

const EVENTS = [
  'svc-analysis-finished',
  'svc-result-page-opened',
  'svc-add-to-cart',
  'svc-data-updated',
  'svc-popup-opened',
  'svc-popup-closed',
  'svc-variant-clicked',
  'svc-analysis-requested',
  'svc-results-requested',
];

for (const list of document.querySelectorAll('[data-events]')) {
  for (const name of EVENTS) {
    document.addEventListener(name, ({ detail }) => {
      const item = document.createElement('li');
      const text = document.createElement('pre');
      text.textContent = detail === null ? 'null' : JSON.stringify(detail, null, 1);
      item.append(name, text);
      item.dataset.event = name;
      list.append(item);
    });
  }
}

document.addEventListener('svc-add-to-cart', ({ detail: { items, set_id: setId } }) => {
  addToCart(items, setId);
  announce(items.length === 1 ? 'The product is in the cart.' : `${items.length} products are in the cart.`);
  for (const place of document.querySelectorAll('[data-cart]')) showCart(place, '');
});

// Works before the components are loaded too: the stub of the page queues the call.
document.addEventListener('click', ({ target }) => {
  const button = target.closest?.('[data-open-analysis]');
  if (button) window.svcAnalysisPopup?.open(button.dataset.openAnalysis || undefined, button.dataset.source);
});

// A banner asks for consent and passes the answer on.
document.addEventListener('click', ({ target }) => {
  const consent = target.closest?.('[data-consent]')?.dataset.consent;
  if (!consent) return;
  window.SVC_AI = { ...window.SVC_AI, CONSENT: consent };
  window.dispatchEvent(new Event('svc-settings-changed'));
  for (const banner of document.querySelectorAll('[data-banner]')) banner.hidden = true;
});

window.addEventListener('storage', ({ key }) => key === 'shop:cart' && showCartCount());
showCartCount();

const { searchParams } = new URL(location.href);
for (const list of document.querySelectorAll('[data-products]')) showShelf(list, list.dataset.products, '');
for (const article of document.querySelectorAll('[data-product]')) {
  showProduct(article, article.dataset.product, searchParams.get('variant'), '');
}
for (const place of document.querySelectorAll('[data-cart]')) showCart(place, '');
for (const place of document.querySelectorAll('[data-order]')) showOrder(place);
for (const section of document.querySelectorAll('[data-live]')) startLiveElement(section);
for (const view of document.querySelectorAll('[data-view]')) startSinglePage(view);
