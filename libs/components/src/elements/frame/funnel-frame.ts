import type { ComponentConfig, ComponentFunnel } from '../../loader/component-config.js';
import type { Runtime } from '../../loader/runtime.js';
import { getAttribution } from '../../messages/attribution.js';
import { type FrameLink, linkFrame } from '../../messages/link-frame.js';
import { FRAME_NAME_PREFIX, type StepChange } from '../../messages/message-types.js';
import { PAGE_STATES } from '../../messages/page-states.js';
import { findKnownAnalysis } from '../../storage/find-known-analysis.js';
import { create } from '../shared/dom.js';
import { getStorage, loadActions } from '../shared/page-data.js';
import type { ActionContext } from './act-on-message.js';

/** How long a loaded frame may take to answer before the integrator is warned. */
const READY_TIMEOUT_MS = 10_000;
/** How long a loaded result may take to answer before the component script asks whether it still exists. */
const RESULT_TIMEOUT_MS = 4_000;

export interface FunnelFrameOptions {
  runtime: Runtime;
  config: ComponentConfig;
  funnel: ComponentFunnel;
  source: string | null;
  forceStart: boolean;
  /** BCP 47, of the element's `locale` attribute. */
  locale: string | null;
  /** The frame is in a dialog. */
  isPopup: boolean;
  /** False: the dialog closes before the result is shown. */
  showResult: boolean;
  on: {
    ready?(): void;
    /** The frame is loaded, and its page does not answer. */
    refused?(): void;
    height?(height: number): void;
    stepChanged?(step: StepChange): void;
    started?(): void;
    /** The records are written and the events are dispatched. */
    finished?(): void;
    closeRequested?(): void;
    colorScheme?(scheme: string): void;
  };
}

/** A funnel's page in a frame of the shop page. */
export interface FunnelFrame extends Pick<FrameLink, 'send'> {
  readonly element: HTMLIFrameElement;
  readonly funnel: ComponentFunnel;
  /** The analysis was finished in this frame. */
  readonly isFinished: boolean;
  remove(): void;
}

/**
 * Creates the frame of a funnel: with the result that the shop page knows, unless `forceStart` is set, else with the questions.
 * Messages of its page take effect as docs/components.md B7, B11 and B12 say.
 */
export function createFunnelFrame(options: FunnelFrameOptions): FunnelFrame {
  const { runtime, config, funnel, source, forceStart, locale, isPopup, showResult, on } = options;
  const storage = getStorage(runtime);
  // 128 bits.
  const embedId = crypto.getRandomValues(new Uint32Array(4)).join('-');
  let isReady = false;
  let isFinished = false;
  let isAnswering = false;
  let timers: number[] = [];
  const getKnownId = (): string | null =>
    forceStart ? null : (findKnownAnalysis(storage, funnel)?.analysis_id ?? null);
  /** The result that the frame shows, or is about to show. */
  let shownId = getKnownId();
  const origin = { source, hadResult: Boolean(shownId) };
  const getPath = (): string => (shownId ? `/r/${encodeURIComponent(shownId)}` : '/');

  const getTracking = () => (runtime.consent === 'granted' ? ('on' as const) : ('off' as const));
  const getAddress = (path: string): string => {
    const address = new URL(path, funnel.address);
    if (source) address.searchParams.set('source', source);
    if (forceStart) address.searchParams.set('forceStart', 'true');
    if (locale) address.searchParams.set('locale', locale);
    return address.href;
  };
  const element = create('iframe', {
    part: 'frame',
    title: funnel.name,
    name: FRAME_NAME_PREFIX + embedId,
    // The frame has an origin of its own, so the first two do not defeat the sandbox.
    sandbox: 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox',
    allow: funnel.hasSelfie ? 'clipboard-write; camera' : 'clipboard-write',
    loading: isPopup ? 'eager' : 'lazy',
    referrerpolicy: 'strict-origin',
    src: getAddress(getPath()),
  });

  const clearTimers = (): void => {
    for (const timer of timers) clearTimeout(timer);
    timers = [];
  };

  /** Shows the result that the records name now. Answers that were begun are more important. */
  function followRecords(): void {
    if (isAnswering || forceStart || shownId === getKnownId()) return;
    shownId = getKnownId();
    origin.hadResult = Boolean(shownId);
    isReady = false;
    // Another `src` would add an entry to the history of the page.
    element.contentWindow?.location.replace(getAddress(getPath()));
  }

  element.addEventListener('load', () => {
    clearTimers();
    if (isReady) return;
    const refused = (): void => {
      runtime.warn('frame-refused', `${funnel.address} does not answer. Check the company's domains.`);
      on.refused?.();
    };
    timers = [window.setTimeout(refused, READY_TIMEOUT_MS)];
    const id = shownId;
    // A result that was erased on the server is forgotten, and the questions are shown. A slow one is waited for.
    const checkResult = async (): Promise<void> => {
      await (await loadActions(runtime))?.forgetErased(runtime, storage, id as string);
      followRecords();
    };
    if (id) timers.push(window.setTimeout(checkResult, RESULT_TIMEOUT_MS));
  });

  const context: ActionContext = {
    runtime,
    storage,
    embedId,
    origin,
    getShownId: () => shownId,
    showsResult(analysisId) {
      isFinished = true;
      isAnswering = false;
      shownId = analysisId;
    },
    finished: () => on.finished?.(),
  };
  const link = linkFrame(
    {
      window,
      frame: element,
      origin: new URL(funnel.address).origin,
      embedId,
      options: () => ({
        source,
        queryString: getAttribution(location.search, config.tracking.parameters),
        locale: locale ?? (document.documentElement.lang || null),
        analysisId: getKnownId(),
        forceStart,
        popup: isPopup,
        cart: config.cart,
        showResult,
        tracking: getTracking(),
        visitorId: runtime.visitorId,
      }),
      on: {
        awake: () => {
          isReady = false;
        },
        ready() {
          // Repeated where the frame was loaded before its page answered.
          if (isReady) return;
          isReady = true;
          clearTimers();
          on.ready?.();
        },
        height: ({ height }) => on.height?.(height),
        'step-changed': (step) => on.stepChanged?.(step),
        started: () => {
          isAnswering = true;
          isFinished = false;
          void loadActions(runtime);
          on.started?.();
        },
        'close-requested': () => on.closeRequested?.(),
        theme: ({ colorScheme }) => {
          element.style.colorScheme = colorScheme;
          on.colorScheme?.(colorScheme);
        },
      },
    },
    PAGE_STATES,
    // The readers of the other messages are a part of the code that acts on them.
    async (data) => (await loadActions(runtime))?.actOnMessage(data, context),
  );

  let tracking = getTracking();
  const stopListening = runtime.onChange(() => {
    if (tracking === getTracking()) return;
    tracking = getTracking();
    link.send('tracking', { state: tracking });
  });
  window.addEventListener('svc-data-synchronized', followRecords);

  return {
    element,
    funnel,
    get isFinished() {
      return isFinished;
    },
    send: link.send,
    remove() {
      clearTimers();
      stopListening();
      window.removeEventListener('svc-data-synchronized', followRecords);
      link.disconnect();
      element.remove();
    },
  };
}
