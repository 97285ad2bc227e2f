import type { ResultView } from '@svc/domain';
import { html, nothing, type TemplateResult } from 'lit';
import type { Translate } from '../shared/i18n/translator.js';
import { paletteOfType } from './color-palettes.js';
import { againIcon, paletteRow, shareIcon } from './result-icons.js';
import type { ResultText } from './result-texts.js';

/** The heading: the color type with its colors, or that something suits; and what can be done with a result. */
export function resultHead(
  colorType: ResultView['colorType'],
  say: Translate<ResultText>,
  on: { share: (() => void) | null; restart(): void },
): TemplateResult {
  const colors = colorType ? paletteOfType(colorType.type) : [];
  return html`
    <header>
      <div>
        ${colorType ? html`<p class="muted eyebrow">${say('result.color-type')}</p>` : nothing}
        <h1 tabindex="-1"><bdi>${colorType ? colorType.name : say('result.title')}</bdi></h1>
        ${colorType && colors.length > 0 ? paletteRow(colors, say('result.palette', { name: colorType.name })) : nothing}
      </div>
      <div class="row">
        ${on.share ? html`<button type="button" class="button quiet" @click=${on.share}>${shareIcon()}${say('share.link')}</button>` : nothing}
        <button type="button" class="button quiet" @click=${on.restart}>${againIcon()}${say('restart')}</button>
      </div>
    </header>
  `;
}
