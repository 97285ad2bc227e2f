import type { SvcOrder } from '../orders/order-body.js';
import { readSettings } from '../settings.js';
import { createChunkLoader, type ImportChunk } from './chunk-loader.js';
import type { ComponentConfig } from './component-config.js';
import { createConfigClient } from './config-client.js';
import { defineInstance, provideMethods } from './facades.js';
import type { PageControl } from './handle-change.js';
import { type PageRuntime, RUNTIME } from './runtime.js';
import { createWarn } from './warnings.js';

/** `window.svcComponents`. */
export interface SvcComponents {
  readonly version: string;
  /** Resolves when the configuration was applied, or could not be loaded. Never rejects. */
  readonly ready: Promise<void>;
  /** Whether usage may be reported: the company's setting, and `CONSENT` of the page. */
  readonly consent: 'granted' | 'denied';
  /** Reports an order, if the shopper allows it. Resolves with whether the service received it. Never rejects. */
  trackOrder(order: SvcOrder): Promise<boolean>;
}

type VisitorChunk = typeof import('../chunks/visitor.js');
type OrdersChunk = typeof import('../chunks/orders.js');

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

/** Global instances: tags, and the chunks that define them. */
const INSTANCES = [
  ['svcAnalysisPopup', 'svc-analysis-popup', 'popup'],
  ['svcFloatingActionButton', 'svc-floating-action-button', 'launcher'],
] as const;

/** When the code that counts what the page shows is loaded: after what the page needs. */
const VISITS_MS = 1_000;

/** What may change a page after the start, on its window or below. */
const CHANGES = [
  'securitypolicyviolation',
  'astro:after-swap',
  'turbo:render',
  'svcOnRouteChange',
  'svc-settings-changed',
];

/**
 * Starts the components of a page: reads the settings, exposes the global instances, and loads the code of the page. A page that
 * already has running components keeps them. Never throws. docs/components.md B1.
 */
export function startComponents({ version, address, importChunk }: LoaderOptions): void {
  const page = window;
  const { document } = page;
  const running = page.svcComponents;
  if (running) {
    console.info(`svc ${running.version} is running, not ${version}.`);
    return;
  }
  const origin = address ? new URL(address).origin : '';
  const warn = createWarn(console, origin);
  const readPageSettings = () => readSettings(page, origin, (name) => warn('setting', `Correct ${name}.`));
  const settings = readPageSettings();
  const { platformBaseUrl } = settings;
  if (!platformBaseUrl) {
    warn('base', 'Set PLATFORM_BASE_URL.');
    return;
  }
  const chunkOrigin = origin || new URL(platformBaseUrl).origin;

  const find = (selector: string) => document.querySelector<HTMLElement>(selector);
  /** Continues in another task, so that none of the page becomes a long one. Safari has no `requestIdleCallback`. */
  const nextTask = (schedule: (run: () => void, options: IdleRequestOptions) => void = setTimeout as never) =>
    new Promise<void>((resolve) => schedule(resolve, { timeout: 2_000 }));
  const isParsed = nextTask(
    document.readyState === 'loading' ? (resolve) => document.addEventListener('DOMContentLoaded', resolve) : undefined,
  );
  const client = createConfigClient(
    location.host,
    () => runtime.settings,
    () => document.documentElement.lang || navigator.language,
    warn,
  );

  /** Requests the configuration, and applies it as soon as the document is read. */
  const loadConfig = async (): Promise<ComponentConfig | null> => {
    const code = runtime.load('page');
    const request = client.get();
    const config = await request;
    await isParsed;
    if (!config || !(await code)) return null;
    if (config.visitor) await ((await runtime.load('visitor')) as VisitorChunk | null)?.apply(runtime, config);
    // The settings changed meanwhile.
    if (request !== client.get()) return loadConfig();
    if (runtime.current !== config) {
      runtime.current = config;
      runtime.apply();
    }
    return config;
  };

  // The chunk `page` adds the rest before the code of any element is loaded.
  const runtime = {
    settings,
    current: null,
    consent: 'denied',
    config: loadConfig,
    load: createChunkLoader(
      // Chunks that arrive together are several tasks.
      (name) => importChunk(name, chunkOrigin).finally(nextTask),
      (chunk) => chunk.define?.(runtime),
      warn,
    ),
    provide: (element, chunk) => provideMethods(element, async () => (await loadConfig()) && runtime.load(chunk)),
    warn,
  } as PageRuntime;
  (globalThis as Record<symbol, unknown>)[RUNTIME] = runtime;

  for (const [name, tag, chunk] of INSTANCES) {
    const findInstance = () => {
      const element = find(tag);
      if (element) runtime.provide(element, chunk);
      return element;
    };
    findInstance();
    defineInstance(
      page,
      name,
      findInstance,
      () => !runtime.current && !runtime.settings.noAutomaticComponentCreation,
      loadConfig,
    );
  }

  const ready = nextTask().then(async () => {
    // Requested at the same time as what decides about it.
    if (find('svc-analysis')) importChunk('frame', chunkOrigin).catch(() => {});
    void runtime.load('page');
    await isParsed;
    await nextTask(find('svc-analysis,svc-widget,svc-chat') ? undefined : page.requestIdleCallback);
    await loadConfig();
    setTimeout(runtime.load, VISITS_MS, 'visits');
  });
  Object.defineProperty(page, 'svcComponents', {
    value: Object.freeze({
      version,
      ready,
      get consent() {
        return runtime.consent;
      },
      trackOrder: async (order: SvcOrder) =>
        ((await runtime.load('orders')) as OrdersChunk | null)?.trackOrder(runtime, order) ?? false,
    }),
  });

  // What changes after the start is rare, so the code for it is a chunk of its own.
  const control: PageControl = {
    runtime,
    path: location.pathname,
    readSettings() {
      runtime.settings = readPageSettings();
    },
    reset: client.reset,
  };
  const handleChange = async (event: Event): Promise<void> =>
    ((await runtime.load('changes')) as typeof import('../chunks/changes.js') | null)?.handleChange(event, control);
  // Some are dispatched on the document and do not bubble.
  for (const name of CHANGES) page.addEventListener(name, handleChange, true);
}
