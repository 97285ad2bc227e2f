import { readSettings } from '../settings.js';
import { createChunkLoader, type ImportChunk } from './chunk-loader.js';
import type { ComponentConfig } from './component-config.js';
import { createConfigClient } from './config-client.js';
import { createComponentCreator } from './create-components.js';
import { defineInstance, provideMethods } from './facades.js';
import type { PageControl } from './handle-change.js';
import { type Change, type PopupElement, RUNTIME, type Runtime } from './runtime.js';
import { createWarn } from './warnings.js';

/** `window.svcComponents`. */
export interface SvcComponents {
  readonly version: string;
  /** Resolves when the configuration was applied, or could not be loaded. Never rejects. */
  readonly ready: Promise<void>;
  /** Whether usage may be reported: the company's setting, and `CONSENT` of the page. */
  readonly consent: 'granted' | 'denied';
}

declare global {
  interface Window {
    readonly svcComponents?: SvcComponents;
  }
}

export interface LoaderOptions {
  version: string;
  /** Where the script was loaded from. Undefined or '': unknown, so the page must set `PLATFORM_BASE_URL`. */
  address: string | undefined;
  importChunk: ImportChunk;
}

const POPUP = 'svc-analysis-popup';
const BUTTON = 'svc-floating-action-button';
const WIDGET = 'svc-widget';
const ANALYSIS = 'svc-analysis';

/** Tags, and the chunks that define them. */
const ELEMENTS = [
  [ANALYSIS, 'frame'],
  [POPUP, 'popup'],
  [BUTTON, 'launcher'],
  [WIDGET, 'widget'],
] as const;

const INSTANCES = [
  ['svcAnalysisPopup', POPUP],
  ['svcFloatingActionButton', BUTTON],
] as const;

/** What may change a page after the start, on its window or below. */
const CHANGES = [
  'svc-settings-changed',
  'svcOnRouteChange',
  'turbo:render',
  'astro:after-swap',
  'securitypolicyviolation',
];

/**
 * Starts the components of a page: reads the settings, exposes the global instances, loads the code of elements that the page
 * has, and creates those that the company switched on. A page that already has running components keeps them.
 * Never throws. docs/components.md B1.
 */
export function startComponents({ version, address, importChunk }: LoaderOptions): void {
  const page = window;
  const { document } = page;
  const running = page.svcComponents;
  if (running) {
    console.info(`svc ${running.version} is running, ${version} is not started.`);
    return;
  }
  const origin = address ? new URL(address).origin : '';
  const warn = createWarn(console, origin);
  const readPageSettings = () => readSettings(page, origin, (name) => warn('setting', `Correct ${name}.`));
  let settings = readPageSettings();
  let current: ComponentConfig | null = null;
  if (!settings.platformBaseUrl) {
    warn('base', 'Set PLATFORM_BASE_URL.');
    return;
  }
  const chunkOrigin = origin || new URL(settings.platformBaseUrl).origin;

  const find = <T extends HTMLElement>(tag: string) => document.querySelector<T>(tag);
  const creator = createComponentCreator(document);
  const listeners = new Set<(change: Change) => void>();
  const isParsed = new Promise<unknown>((resolve) => {
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', resolve);
    else resolve(0);
  });
  const client = createConfigClient(
    location.host,
    () => settings,
    () => document.documentElement.lang || navigator.language,
    warn,
  );

  /** Requests the configuration, and applies it as soon as the document is read. */
  const loadConfig = async (): Promise<ComponentConfig | null> => {
    const request = client.get();
    const config = await request;
    await isParsed;
    if (!config) return null;
    // The settings changed meanwhile.
    if (request !== client.get()) return loadConfig();
    if (current !== config) {
      current = config;
      apply();
    }
    return config;
  };
  const apply = (): void => {
    if (!current) return;
    creator.update(current, current.domainAllowed && !settings.noAutomaticComponentCreation);
    scan();
  };

  const isFree = (tag: string): boolean => {
    if (!customElements.get(tag)) return true;
    warn('taken', `Another script defined ${tag}.`);
    return false;
  };
  const runtime: Runtime = {
    get settings() {
      return settings;
    },
    get current() {
      return current;
    },
    get consent() {
      const mode = current?.tracking.consent ?? 'OFF';
      const { globalPrivacyControl } = navigator as { globalPrivacyControl?: boolean };
      const implied = mode === 'IMPLIED' && !globalPrivacyControl ? 'granted' : 'denied';
      return (mode !== 'OFF' && settings.consent) || implied;
    },
    config: loadConfig,
    load: createChunkLoader(
      (name) => importChunk(name, chunkOrigin),
      (chunk) => chunk.define?.(runtime),
      warn,
    ),
    async popup() {
      const element = find<PopupElement>(POPUP) ?? (creator.append(POPUP) as PopupElement);
      return (await runtime.load('popup')) && element;
    },
    define(tag, element) {
      if (isFree(tag)) customElements.define(tag, element);
    },
    warn,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify(change) {
      for (const listener of [...listeners]) listener(change);
    },
  };

  const isProductPage = (): boolean =>
    Boolean(settings.productId || current?.productPaths.some((path) => location.pathname.startsWith(path)));

  /** An element whose code could not be loaded does not cause requests again and again. */
  const seen = new WeakSet<HTMLElement>();

  /** Loads the code of the elements that are in the page. A popup's code waits until the popup is opened. */
  function scan(): void {
    for (const [tag, chunk] of ELEMENTS)
      for (const element of document.querySelectorAll<HTMLElement>(`${tag}:not(:defined)`)) {
        const load = async () => (await loadConfig()) && runtime.load(chunk);
        if (tag === POPUP || tag === BUTTON) provideMethods(element, load);
        if (tag === WIDGET) element.hidden = element.hasAttribute('auto') && !isProductPage();
        const isOpen = element.getAttribute('is-open') ?? element.getAttribute('isopen') ?? 'false';
        if (tag === POPUP ? isOpen === 'false' : tag === WIDGET && element.hidden) continue;
        if (seen.has(element)) continue;
        seen.add(element);
        if (tag === ANALYSIS) void runtime.load(chunk);
        void load();
      }
  }

  (globalThis as Record<symbol, unknown>)[RUNTIME] = runtime;
  for (const [tag] of ELEMENTS) isFree(tag);
  for (const [name, tag] of INSTANCES)
    defineInstance(
      page,
      name,
      () => {
        scan();
        return find(tag);
      },
      () => !current && !settings.noAutomaticComponentCreation,
      loadConfig,
    );

  const ready = isParsed.then(async () => {
    if (!find(`${ANALYSIS},${WIDGET}`))
      await new Promise((resolve) => (page.requestIdleCallback ?? setTimeout)(resolve, { timeout: 2_000 } as never));
    await loadConfig();
  });
  Object.defineProperty(page, 'svcComponents', {
    value: Object.freeze({
      version,
      ready,
      get consent() {
        return runtime.consent;
      },
    }),
  });

  scan();
  new MutationObserver(scan).observe(document, {
    childList: true,
    subtree: true,
    attributeFilter: ['is-open', 'isopen'],
  });
  // What changes after the start is rare, so the code for it is a chunk of its own.
  const control: PageControl = {
    runtime,
    path: location.pathname,
    readSettings() {
      settings = readPageSettings();
    },
    reset: client.reset,
    apply,
  };
  const handleChange = async (event: Event): Promise<void> =>
    ((await runtime.load('changes')) as typeof import('../chunks/changes.js') | null)?.handleChange(event, control);
  // Some are dispatched on the document and do not bubble.
  for (const name of CHANGES) page.addEventListener(name, handleChange, true);
}
