import type { FunnelPage } from '@svc/domain';
import { html, LitElement } from 'lit';

/** The page of a funnel's host: the questionnaire at `/`, a result at `/r/{analysisId}`. */
export class SvcPage extends LitElement {
  override render() {
    const page = readPage();
    return html`<h1>${page.funnel.name}</h1>`;
  }
}

/** What the server wrote into the page. */
function readPage(): FunnelPage {
  return JSON.parse(document.getElementById('page')?.textContent ?? '') as FunnelPage;
}

customElements.define('svc-page', SvcPage);
