import { readSettings } from '../settings.js';
import { applyTheme } from './apply-theme.js';
import { createChunkLoader, type ImportChunk } from './chunk-loader.js';
import type { ComponentConfig } from './component-config.js';
import { createConfigClient } from './config-client.js';
import { createComponentCreator } from './create-components.js';
import { defineInstance, provideMethods } from './facades.js';
import type { PageControl } from './handle-change.js';
import { type Change, type PopupElement, type Runtime, setRuntime } from './runtime.js';
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
  /** Origin that the script was loaded from. Undefined: unknown, so the page must set `PLATFORM_BASE_URL`. */
  origin: string | undefined;
  importChunk: ImportChunk;
}

const POPUP = 'svc-analysis-popup';
const BUTTON = 'svc-floating-action-button';
const WIDGET = 'svc-widget';
const ANALYSIS = 'svc-analysis';

/**
 * Starts the components of a page: reads the settings, exposes the global instances, loads the code of elements that the page
 * has, and creates those that the company switched on. A page that already has running components keeps them.
 * Never throws. docs/components.md B1.
 */
export function startComponents({ version, origin, importChunk }: LoaderOptions): void {
  const page = window;
  const { document } = page;
  const running = page.svcComponents;
  if (running) {
    console.info(`svc ${running.version} is running, ${version} is not started.`);
    return;
  }
  const readPageSettings = () =>
    readSettings(page, { platformBaseUrl: origin ?? '', trackingBaseUrl: origin ?? '' }, (name) =>
      warn('setting', `Correct ${name}.`),
    );
  const warn = createWarn(console, () => `${origin ?? ''}/docs#tag/components`);
  let settings = readPageSettings();
  let current: ComponentConfig | null = null;
  if (!settings.platformBaseUrl) {
    warn('base', 'Set PLATFORM_BASE_URL.');
    return;
  }

  const find = <T extends HTMLElement>(tag: string) => document.querySelector<T>(tag);
  const creator = createComponentCreator(document);
  const listeners = new Set<(change: Change) => void>();
  const isParsed = new Promise<unknown>((resolve) => {
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', resolve, { once: true });
    else resolve(0);
  });
  const client = createConfigClient({
    host: location.host,
    settings: () => settings,
    language: () => document.documentElement.lang || navigator.language,
    warn,
  });

  /** Requests the configuration, and applies it as soon as the document is read. */
  const loadConfig = async (): Promise<ComponentConfig | null> => {
    const request = client.get();
    const config = await request;
    await isParsed;
    if (!config) return null;
    // The settings changed meanwhile.
    if (request !== client.get()) return loadConfig();
    const isNew = current !== config;
    current = config;
    if (isNew) apply();
    return config;
  };
  const apply = (): void => {
    if (!current) return;
    creator.update(current, current.domainAllowed && !settings.noAutomaticComponentCreation);
    scan();
  };

  const isFree = (tag: string): boolean => {
    const isTaken = Boolean(customElements.get(tag));
    if (isTaken) warn('taken', `Another script defined ${tag}.`);
    return !isTaken;
  };
  const runtime: Runtime = {
    version,
    get settings() {
      return settings;
    },
    get current() {
      return current;
    },
    get consent() {
      const mode = current?.tracking.consent;
      const { globalPrivacyControl } = navigator as { globalPrivacyControl?: boolean };
      const isImplied = mode === 'IMPLIED' && !globalPrivacyControl;
      return mode && mode !== 'OFF' ? (settings.consent ?? (isImplied ? 'granted' : 'denied')) : 'denied';
    },
    config: loadConfig,
    load: createChunkLoader(importChunk, (chunk) => chunk.define?.(runtime), warn),
    async popup() {
      const element = find<PopupElement>(POPUP) ?? (creator.append(POPUP) as PopupElement);
      return (await runtime.load('popup')) ? element : null;
    },
    define(tag, element) {
      if (isFree(tag)) customElements.define(tag, element);
    },
    applyTheme,
    warn,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify(change) {
      for (const listener of [...listeners]) listener(change);
    },
  };

  const withConfig = (name: Parameters<typeof runtime.load>[0]) => async () =>
    Boolean((await loadConfig()) && (await runtime.load(name)));
  const isProductPage = (): boolean =>
    Boolean(settings.productId || current?.productPaths.some((path) => location.pathname.startsWith(path)));

  /** An element whose code could not be loaded does not cause requests again and again. */
  const seen = new WeakSet<HTMLElement>();
  const loadFor = (element: HTMLElement, load: () => Promise<unknown>): void => {
    if (seen.has(element)) return;
    seen.add(element);
    void load();
  };

  /** Loads the code of the elements that are in the page. A popup's code waits until the popup is opened. */
  function scan(): void {
    const missing = (tag: string) => document.querySelectorAll<HTMLElement>(`${tag}:not(:defined)`);
    for (const analysis of missing(ANALYSIS))
      loadFor(analysis, () => Promise.all([loadConfig(), runtime.load('frame')]));
    for (const popup of missing(POPUP)) {
      provideMethods(popup, withConfig('popup'));
      const isOpen = popup.getAttribute('is-open') ?? popup.getAttribute('isopen') ?? 'false';
      if (isOpen !== 'false') loadFor(popup, withConfig('popup'));
    }
    for (const button of missing(BUTTON)) {
      provideMethods(button, withConfig('launcher'));
      loadFor(button, withConfig('launcher'));
    }
    for (const widget of missing(WIDGET)) {
      widget.hidden = widget.hasAttribute('auto') && !isProductPage();
      if (!widget.hidden) loadFor(widget, withConfig('widget'));
    }
  }

  setRuntime(runtime);
  const instances = [
    ['svcAnalysisPopup', POPUP, 'popup'],
    ['svcFloatingActionButton', BUTTON, 'launcher'],
  ] as const;
  for (const [name, tag, chunk] of instances)
    defineInstance(page, {
      name,
      find: () => {
        const element = find(tag);
        if (element) provideMethods(element, withConfig(chunk));
        return element;
      },
      isPending: () => !current && !settings.noAutomaticComponentCreation,
      created: loadConfig,
    });
  for (const tag of [ANALYSIS, POPUP, BUTTON, WIDGET]) isFree(tag);

  const ready = isParsed.then(
    () =>
      new Promise<void>((resolve) => {
        const start = (): void => void loadConfig().then(() => resolve());
        if (find(`${ANALYSIS},${WIDGET}`)) start();
        else (page.requestIdleCallback ?? setTimeout)(start, { timeout: 2_000 } as never);
      }),
  );
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
  for (const name of ['svc-settings-changed', 'svcOnRouteChange']) page.addEventListener(name, handleChange);
  for (const name of ['turbo:render', 'astro:after-swap']) document.addEventListener(name, handleChange);
  document.addEventListener('securitypolicyviolation', handleChange);
}
