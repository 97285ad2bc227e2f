import { setTimeout as delay } from 'node:timers/promises';
import { createRunsPerKey, type Logger, runDetached, sha256 } from '@svc/kit';
import { LRUCache } from 'lru-cache';
import type { Caption } from '../../domain/catalog/chat-catalog.js';
import {
  assembleCompany,
  type ChatCompany,
  type CompiledCatalog,
  createPreparingCompany,
} from '../../domain/thread/chat-company.js';
import type { CatalogSource, CompanyProfile, LoadedCatalog } from './ports.js';

/** Of compiled catalogs in the memory of one replica. */
export const MAX_BYTES = 200 * 1024 * 1024;
/** How long a turn waits for a catalog, milliseconds: less than the time of a turn. docs/chat.md T8.4. */
export const MAX_WAIT_MS = 1_200;
/** Catalogs that are compiled simultaneously. */
const MAX_COMPILES = 1;

/** Compiles a catalog in another thread. @returns with its size in memory. */
export type CompileCatalog = (loaded: LoadedCatalog) => Promise<{ catalog: CompiledCatalog; bytes: number }>;

/** Compiled catalogs of companies, the least recently used forgotten first. */
export interface Catalogs {
  /** Compiles the current catalog of a company where no newer attempt is under way; never rejects. */
  prepare(profile: CompanyProfile): void;
  /** The company with its compiled catalog, where there is one. */
  find(profile: CompanyProfile): ChatCompany | undefined;
  /** The company with its compiled catalog; where there is none in time, without it (`isPreparing`). */
  get(profile: CompanyProfile): Promise<ChatCompany>;
  /** Compiles again what is loaded and does not have this version. */
  follow(profile: CompanyProfile, catalogVersion: string): void;
  has(companyId: string): boolean;
  readonly bytes: number;
}

interface Entry {
  readonly catalog: CompiledCatalog;
  readonly bytes: number;
  /** Of the catalog and the captions that it was compiled with. */
  readonly captions: string;
  company: ChatCompany | undefined;
  version: string;
}

export function createCatalogs(deps: {
  source: CatalogSource;
  compile: CompileCatalog;
  log: Logger;
  maxBytes?: number;
  maxWaitMs?: number;
}): Catalogs {
  const { source, compile, log, maxBytes = MAX_BYTES, maxWaitMs = MAX_WAIT_MS } = deps;
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    // One that is larger than all others together may be is kept alone: otherwise it would be compiled for every message.
    sizeCalculation: ({ bytes }) => Math.min(maxBytes, Math.max(1, bytes)),
  });
  const profiles = new Map<string, CompanyProfile>();
  const runs = createRunsPerKey(async (companyId) => {
    const profile = profiles.get(companyId);
    if (!profile) return;
    const loaded = await source.load(companyId);
    const captions = hashCaptions(profile.captions);
    const known = entries.get(companyId);
    if (known?.catalog.version === loaded.version && known.captions === captions) return;
    const { catalog, bytes } = await compile({ ...loaded, captions: [...profile.captions, ...loaded.captions] });
    entries.set(companyId, { catalog, bytes, captions, company: undefined, version: '' });
  }, MAX_COMPILES);

  /** Several requests wait for it, and it continues when they do not wait any longer. */
  const run = (profile: CompanyProfile): Promise<void> => {
    profiles.set(profile.id, profile);
    return runDetached(() => runs.getCurrent(profile.id) ?? runs.runNext(profile.id));
  };
  const runInBackground = (profile: CompanyProfile): void => {
    run(profile).catch((error: unknown) =>
      log.warn({ err: error, companyId: profile.id }, 'the catalog of a chat could not be compiled'),
    );
  };
  const findEntry = (profile: CompanyProfile): ChatCompany | undefined => {
    const entry = entries.get(profile.id);
    if (!entry) return undefined;
    if (!entry.company || entry.version !== profile.version) {
      if (entry.captions !== hashCaptions(profile.captions)) runInBackground(profile);
      entry.company = assembleCompany(entry.catalog, toParts(profile));
      entry.version = profile.version;
    }
    return entry.company;
  };
  return {
    prepare(profile) {
      if (!entries.has(profile.id)) runInBackground(profile);
    },
    find: findEntry,
    async get(profile) {
      const found = findEntry(profile);
      if (found) return found;
      const timer = new AbortController();
      await Promise.race([
        run(profile).catch((error: unknown) =>
          log.warn({ err: error, companyId: profile.id }, 'the catalog of a chat could not be compiled'),
        ),
        delay(maxWaitMs, undefined, { signal: timer.signal }).catch(() => {}),
      ]);
      timer.abort();
      return findEntry(profile) ?? createPreparingCompany(toParts(profile));
    },
    follow(profile, catalogVersion) {
      const entry = entries.get(profile.id);
      if (entry && entry.catalog.version !== catalogVersion) runInBackground(profile);
    },
    has: (companyId) => entries.has(companyId),
    get bytes() {
      return entries.calculatedSize ?? 0;
    },
  };
}

const toParts = ({ settings, language, defaultFunnelId }: CompanyProfile) => ({
  settings,
  language,
  hasFunnel: defaultFunnelId !== undefined,
});

const hashCaptions = (captions: readonly Caption[]): string => sha256(JSON.stringify(captions)).toString('base64');
