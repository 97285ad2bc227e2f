import type { FunnelPage, ResultView } from '@svc/domain';
import { html, LitElement } from 'lit';

/** The result of an analysis. */
export class SvcResult extends LitElement {
  static override properties = {
    page: { attribute: false },
    analysisId: { attribute: false },
    source: { attribute: false },
  };

  declare page: FunnelPage;
  declare analysisId: string;
  declare source: string | null;

  override async connectedCallback(): Promise<void> {
    super.connectedCallback();
    const answer = await fetch(`/api/results/${encodeURIComponent(this.analysisId)}?locale=${this.page.locale}`);
    if (!answer.ok) return;
    this.dispatchEvent(new CustomEvent('result-loaded', { detail: (await answer.json()) as ResultView }));
  }

  override render() {
    return html`<h1 tabindex="-1">${this.page.funnel.name}</h1>`;
  }
}

if (!customElements.get('svc-result')) customElements.define('svc-result', SvcResult);
