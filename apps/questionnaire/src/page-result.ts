import { html, type TemplateResult } from 'lit';
import { messageView } from './page-frame.js';
import type { PageText } from './shared/i18n/page-texts.js';
import type { Translate } from './shared/i18n/translator.js';

/** How long a result is withheld from a shop page that asked for it and does not close its dialog. */
const MAX_WITHHELD_MS = 12_000;

/** The place of the result in the page: what is shown until the result's code is there, and while the result is withheld. */
export class PageResult {
  /** Of the code of `svc-result`. */
  state: 'unloaded' | 'loaded' | 'failed' = 'unloaded';
  /** The result is loaded and not shown: the shop page closes its dialog first. */
  isWithheld = false;
  private timer = 0;

  /** @param isAsked - whether the page is at a result; otherwise its code is loaded ahead, and a failure changes nothing. */
  constructor(
    private readonly host: { requestUpdate(): void },
    private readonly isAsked: () => boolean,
  ) {}

  load(): void {
    if (this.state === 'loaded') return;
    import('./results/result.element.js').then(
      () => this.setState('loaded'),
      () => {
        if (this.isAsked()) this.setState('failed');
      },
    );
  }

  withhold(): void {
    this.setWithheld(true);
    this.timer = window.setTimeout(() => this.release(), MAX_WITHHELD_MS);
  }

  /** Shows the result if it is withheld. */
  release(): void {
    this.setWithheld(false);
  }

  /** @param element - `svc-result`, once its code is there. */
  view(say: Translate<PageText>, element: () => TemplateResult, onReload: () => void): TemplateResult {
    if (this.state === 'unloaded') this.load();
    if (this.state === 'failed') {
      return html`<div class="message" role="alert">
        <p>${say('page.load-failed')}</p>
        <button type="button" class="button" @click=${onReload}>${say('send.reload')}</button>
      </div>`;
    }
    const preparing = this.isWithheld ? messageView(say, 'page.preparing.title', 'page.preparing.text') : null;
    if (this.state === 'loaded') return html`${preparing}${element()}`;
    return preparing ?? html`<p class="message muted" role="status">${say('page.loading')}</p>`;
  }

  private setState(state: PageResult['state']): void {
    this.state = state;
    this.host.requestUpdate();
  }

  private setWithheld(isWithheld: boolean): void {
    clearTimeout(this.timer);
    this.isWithheld = isWithheld;
    this.host.requestUpdate();
  }
}
