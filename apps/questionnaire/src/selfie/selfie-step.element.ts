import { MIN_SELFIE_SIDE, type PageStep } from '@svc/domain';
import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Selfie } from '../quiz/shown-steps.js';
import type { PageText } from '../shared/i18n/page-texts.js';
import type { Translate } from '../shared/i18n/translator.js';
import { baseStyles, buttonStyles, noteStyles } from '../shared/styles.js';
import { cameraIcon, pictureIcon } from '../steps/icons.js';
import { closeCamera, mayHaveCamera, openCamera } from './camera.js';
import { MAX_FILE_BYTES } from './picture-size.js';
import { type PreparedPicture, prepareFile, prepareFrame } from './prepare-picture.js';
import { selfieStyles } from './selfie-step.styles.js';

/** What the server reads. docs/contract.md C8.5. */
const ACCEPTED = 'image/jpeg,image/png,image/webp,image/gif';

/**
 * Asks for a picture: consent first, then the camera or a file. The picture is scaled down here and handed on in memory; it is
 * never stored. Fires `selfie-change` (a `Selfie` or null) and `selfie-consent` (boolean).
 */
export class SvcSelfieStep extends LitElement {
  static override styles = [baseStyles, buttonStyles, noteStyles, selfieStyles];
  static override properties = {
    step: { attribute: false },
    say: { attribute: false },
    selfie: { attribute: false },
    consent: { attribute: false },
    isChild: { attribute: false },
    refusal: { attribute: false },
    phase: { state: true },
    problem: { state: true },
  };

  declare step: PageStep;
  declare say: Translate<PageText>;
  declare selfie: Selfie | null;
  declare consent: boolean;
  declare isChild: boolean;
  /** The server did not take the last picture. */
  declare refusal: boolean;
  declare phase: 'choose' | 'opening' | 'camera' | 'preparing';
  declare problem: { text: PageText; values?: Record<string, number> } | null;

  private stream: MediaStream | null = null;
  private focusNext: string | null = null;

  constructor() {
    super();
    this.phase = 'choose';
    this.problem = null;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('visibilitychange', this.onHidden);
    this.close();
  }

  override render() {
    if (this.isChild) return html`<p class="note">${this.say('selfie.child')}</p>`;
    const isLive = this.phase === 'camera' || this.phase === 'opening';
    return html`
      <div @keydown=${this.onKey}>
        ${isLive ? this.viewfinder() : this.selfie ? this.review(this.selfie) : this.ask()}
        <p class="unseen" role="status">${this.status()}</p>
      </div>
    `;
  }

  private ask() {
    const { say: translate } = this;
    const guide: PageText[] = ['selfie.guide.light', 'selfie.guide.face', 'selfie.guide.bare', 'selfie.guide.alone'];
    const isBusy = this.phase === 'preparing';
    return html`
      <p class="muted lead">${translate('selfie.intro')}</p>
      <div class="guide">
        <h2>${translate('selfie.guide.title')}</h2>
        <ul>
          ${guide.map((text) => html`<li>${translate(text)}</li>`)}
        </ul>
      </div>
      <label class="agree">
        <input id="selfie-consent" type="checkbox" .checked=${this.consent} @change=${this.onConsent} />
        <span>${this.step.settings.consentText ?? translate('selfie.consent')}</span>
      </label>
      ${this.problemNote()}
      <div class="actions">
        ${
          mayHaveCamera()
            ? html`<button id="camera" type="button" class="button" ?disabled=${isBusy} @click=${this.onCamera}>
              ${cameraIcon()}${translate('selfie.camera')}
            </button>`
            : nothing
        }
        <button id="upload" type="button" class="button outline" ?disabled=${isBusy} @click=${this.onUpload}>
          ${pictureIcon()}${isBusy ? translate('selfie.preparing') : translate('selfie.upload')}
        </button>
        <input id="file" type="file" accept=${ACCEPTED} hidden tabindex="-1" @change=${this.onFile} />
      </div>
    `;
  }

  private viewfinder() {
    const { say: translate } = this;
    return html`
      <div class="frame">
        <video class="mirrored" autoplay playsinline muted aria-label=${translate('selfie.live')}
          .srcObject=${live(this.stream)} @loadeddata=${this.onFirstFrame}></video>
        <svg class="oval" viewBox="0 0 400 400" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
          <path class="shade" fill-rule="evenodd" d="M-400-400h1200v1200h-1200z M200 55a105 140 0 1 0 .1 0z" />
          <ellipse cx="200" cy="195" rx="105" ry="140" />
        </svg>
      </div>
      <p class="muted position">${translate('selfie.position')}</p>
      <div class="actions">
        <button id="shutter" type="button" class="button" ?disabled=${this.phase === 'opening'} @click=${this.onShutter}>
          ${cameraIcon()}${translate('selfie.shutter')}
        </button>
        <button type="button" class="button quiet" @click=${this.onCancel}>${translate('selfie.cancel')}</button>
      </div>
    `;
  }

  private review({ dataUrl, source }: Selfie) {
    const { say: translate } = this;
    return html`
      <div class="frame">
        <img class=${source === 'CAMERA' ? 'mirrored' : ''} src=${dataUrl} alt=${translate('selfie.preview')} />
      </div>
      <div class="actions">
        <button id="retake" type="button" class="button outline" @click=${source === 'CAMERA' ? this.onCamera : this.onUpload}>
          ${translate(source === 'CAMERA' ? 'selfie.retake' : 'selfie.upload')}
        </button>
        <button type="button" class="button quiet" @click=${this.onRemove}>${translate('selfie.remove')}</button>
        <input id="file" type="file" accept=${ACCEPTED} hidden tabindex="-1" @change=${this.onFile} />
      </div>
      ${this.problemNote()}
    `;
  }

  private problemNote() {
    const problem = this.problem ?? (this.refusal ? { text: 'selfie.not-accepted' as const } : null);
    return problem ? html`<p class="note problem" role="alert">${this.say(problem.text, problem.values)}</p>` : nothing;
  }

  private status(): string {
    if (this.phase === 'opening') return this.say('selfie.opening');
    if (this.phase === 'camera') return this.say('selfie.position');
    if (this.phase === 'preparing') return this.say('selfie.preparing');
    return this.selfie ? this.say('selfie.ready') : '';
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (this.focusNext && (changed.has('phase') || changed.has('selfie'))) {
      const target = this.renderRoot.querySelector<HTMLButtonElement>(`#${this.focusNext}`);
      if (target && !target.disabled) {
        target.focus();
        this.focusNext = null;
      }
    }
  }

  private readonly onConsent = (event: Event): void => {
    const { checked } = event.currentTarget as HTMLInputElement;
    if (checked && this.problem?.text === 'selfie.consent-first') this.problem = null;
    this.dispatchEvent(new CustomEvent('selfie-consent', { detail: checked }));
  };

  /** Nothing is looked at before the visitor agreed. */
  private hasConsent(): boolean {
    if (this.consent) return true;
    this.problem = { text: 'selfie.consent-first' };
    this.renderRoot.querySelector<HTMLInputElement>('#selfie-consent')?.focus();
    return false;
  }

  private readonly onCamera = async (): Promise<void> => {
    if (!this.hasConsent() || this.phase !== 'choose') return;
    this.problem = null;
    this.phase = 'opening';
    const opened = await openCamera();
    if ('problem' in opened) {
      this.problem = { text: `selfie.${opened.problem}` };
      this.leaveCamera('upload');
      return;
    }
    // The visitor may have gone on, cancelled, or cancelled and asked again, while the browser asked.
    if (!this.isConnected || (this.phase as string) !== 'opening' || this.stream) {
      closeCamera(opened);
      return;
    }
    this.stream = opened;
    for (const track of opened.getTracks()) track.addEventListener('ended', () => this.onLost(opened));
    document.addEventListener('visibilitychange', this.onHidden);
    this.requestUpdate();
  };

  /** The camera was unplugged, or its permission withdrawn. */
  private onLost(stream: MediaStream): void {
    if (this.stream !== stream) return;
    this.problem = { text: 'selfie.missing' };
    this.leaveCamera('upload');
  }

  /** Before it there is nothing to take a picture of. */
  private readonly onFirstFrame = (event: Event): void => {
    // A video that is no longer shown may still load.
    if (!this.stream || (event.currentTarget as HTMLVideoElement).srcObject !== this.stream) return;
    this.focusNext = 'shutter';
    this.phase = 'camera';
  };

  private readonly onShutter = async (): Promise<void> => {
    const { stream } = this;
    const video = this.renderRoot.querySelector('video');
    if (!stream || !video) return;
    const picture = await prepareFrame(video);
    // The visitor may have cancelled, or pressed twice.
    if (this.stream !== stream) return;
    this.leaveCamera('retake');
    this.take(picture, 'CAMERA');
  };

  private readonly onCancel = (): void => this.leaveCamera(this.selfie ? 'retake' : 'camera');

  private readonly onUpload = (): void => {
    if (!this.hasConsent()) return;
    this.renderRoot.querySelector<HTMLInputElement>('#file')?.click();
  };

  private readonly onFile = async (event: Event): Promise<void> => {
    const input = event.currentTarget as HTMLInputElement;
    const file = input.files?.[0];
    // The same file may be chosen again.
    input.value = '';
    if (!file) return;
    this.problem = null;
    this.phase = 'preparing';
    const picture = await prepareFile(file);
    if (!this.isConnected) return;
    this.focusNext = 'problem' in picture ? 'upload' : 'retake';
    this.phase = 'choose';
    this.take(picture, 'UPLOADED');
  };

  private readonly onRemove = (): void => {
    this.focusNext = 'upload';
    this.change(null);
  };

  private take(picture: PreparedPicture, source: Selfie['source']): void {
    if ('problem' in picture) {
      const values = { min: MIN_SELFIE_SIDE, max: Math.round(MAX_FILE_BYTES / 1024 / 1024) };
      this.problem = { text: `selfie.${picture.problem}`, values };
    } else this.change({ dataUrl: picture.dataUrl, source });
  }

  private change(selfie: Selfie | null): void {
    this.dispatchEvent(new CustomEvent('selfie-change', { detail: selfie }));
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || this.phase === 'choose') return;
    // Escape closes the camera, not the dialog around the page.
    event.preventDefault();
    event.stopPropagation();
    if (this.phase !== 'preparing') this.onCancel();
  };

  /** A camera that is out of view is switched off. */
  private readonly onHidden = (): void => {
    if (document.visibilityState === 'hidden') this.leaveCamera('camera');
  };

  /** Switches the camera off, or does not open it if the visitor is still being asked; the focus stays where it is. */
  stopCamera(): void {
    if (this.phase === 'camera' || this.phase === 'opening') this.leaveCamera(null);
  }

  private leaveCamera(focus: string | null): void {
    document.removeEventListener('visibilitychange', this.onHidden);
    this.close();
    this.focusNext = focus;
    this.phase = 'choose';
  }

  private close(): void {
    if (this.stream) closeCamera(this.stream);
    this.stream = null;
  }
}

if (!customElements.get('svc-selfie-step')) customElements.define('svc-selfie-step', SvcSelfieStep);
