import type { Settings } from '../settings.js';
import type { VisitCounter } from '../visits/visit-counter.js';
import type { ComponentConfig } from './component-config.js';

/** Parts of the component script that are loaded when they are needed. */
export type ChunkName =
  | 'page'
  | 'core'
  | 'frame'
  | 'popup'
  | 'launcher'
  | 'opener'
  | 'layer'
  | 'widget'
  | 'actions'
  | 'results'
  | 'interactions'
  | 'avoid'
  | 'changes'
  | 'orders'
  | 'visits'
  | 'visitor'
  | 'chat';

/** A loaded chunk. Some define an element. */
export interface ChunkModule {
  define?(runtime: PageRuntime): void;
}

/** Causes of warnings for integrators, each of which docs/components.md B15 explains. */
export type WarningCode =
  | 'base'
  | 'company'
  | 'domain'
  | 'funnel'
  | 'chunk'
  | 'config'
  | 'taken'
  | 'setting'
  | 'csp'
  | 'frame-refused'
  | 'storage'
  | 'two-buttons';

/**
 * What changed outside of an element: `window.SVC_AI` or the answer for it, the path, the storage records, or whether the popup
 * or the widget is open.
 */
export type Change = 'settings' | 'route' | 'data' | 'popup' | 'widget';

/** What the loader shares with the elements of a page. */
export interface Runtime {
  /** As last read from `window.SVC_AI`. */
  readonly settings: Settings;
  /** The last answer that arrived. */
  readonly current: ComponentConfig | null;
  /** May usage be reported. */
  readonly consent: 'granted' | 'denied';
  /** One shared request. Null: it failed, and the next call tries again. */
  config(): Promise<ComponentConfig | null>;
  /** Loads a chunk and registers its elements; null when it cannot be loaded. */
  load(name: ChunkName): Promise<ChunkModule | null>;
  /** Registers an element, unless another script already did. */
  define(tag: string, element: CustomElementConstructor): void;
  /** The page's popup, ready to be opened. Creates it when the page has none. */
  popup(): Promise<PopupElement | null>;
  /** Logs one warning per cause and page load. */
  warn(code: WarningCode, text: string): void;
  /** @returns stops listening. */
  onChange(listener: (change: Change) => void): () => void;
  notify(change: Change): void;
  /** Id of a visitor who agreed; undefined: none is kept. */
  readonly visitorId?: string | undefined;
  /** Counts what only an element knows; undefined until the page load is counted. */
  count?: VisitCounter['count'];
}

/** The runtime as the loader and the chunk `page` see it. The loader makes the first part, `page` the rest. */
export interface PageRuntime extends Runtime {
  settings: Settings;
  current: ComponentConfig | null;
  consent: 'granted' | 'denied';
  visitorId?: string | undefined;
  /** Gives an element the methods that it has until its code is loaded. */
  provide(element: HTMLElement, chunk: ChunkName): void;
  /** Makes the page what its settings and its configuration say. */
  apply(): void;
}

export interface PopupElement extends HTMLElement {
  isOpen: boolean;
  open(funnel?: string | null, source?: string | null): Promise<boolean>;
  close(): void;
}

export interface WidgetElement extends HTMLElement {
  isCollapsed: boolean;
  openWidget(): void;
  closeWidget(): void;
}

/** The loader and the chunks are separate files that may come from different releases, so they meet at a symbol. */
export const RUNTIME = Symbol.for('svc.components');

/** The runtime of this page; undefined before the loader runs, and outside of browsers. */
export const getRuntime = (): Runtime | undefined => (globalThis as { [RUNTIME]?: Runtime })[RUNTIME];
