import { forCompany, type Logger } from '@svc/kit';
import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import { readActiveModels } from '../../db/funnel-learning.js';
import { listModels, readModel } from '../../db/funnel-models.js';
import type { FunnelKey } from '../../domain/funnel-model.js';
import type { CompiledFunnel } from '../../engine/compile/compile-funnel.js';
import { type CompiledModel, compileModelInSteps } from '../../learning/compile-model.js';
import type { LearnedModel } from '../../learning/learned-model.js';
import { CorruptModelError, decodeModel } from '../../learning/model-codec.js';
import { createPromiseCache } from '../companies/promise-cache.js';
import { runInSlices } from '../release/run-in-slices.js';
import { KEPT_MODELS } from './build-model.js';

/** A valid decoded model. */
export interface ValidModel {
  version: number;
  model: LearnedModel;
}

/** An active model, compiled. */
export interface ActiveModel {
  version: number;
  learning: CompiledModel;
}

/** The models that this process matches with, limited by bytes. */
export interface Models {
  /** A model as built; if it is damaged, another model of the funnel; null: there is no valid one. */
  read(key: FunnelKey, version: number): Promise<ValidModel | null>;
  /** The active model as built; null: none. Never throws, as `compiled`. */
  active(key: FunnelKey): Promise<ValidModel | null>;
  /** The active model, compiled; null: none. Never throws: without a readable model the order is unchanged, and the next match retries. */
  compiled(key: FunnelKey, funnel: CompiledFunnel, versionId: string): Promise<ActiveModel | null>;
  /** Reloads which models are active, if the company is loaded here. */
  refresh(companyId: string): Promise<void>;
}

const MAX_COMPANIES = 10_000;

export function createModels(deps: {
  db: Knex;
  log: Logger;
  /** Maximum memory of models as built, and the same again for compiled ones. */
  cacheBytes: number;
  /** Starts a build for a funnel whose model is damaged. */
  rebuild(key: FunnelKey): void;
}): Models {
  const { db, log, cacheBytes } = deps;
  /** Version of the active model by funnel, by company. */
  const active = createPromiseCache<ReadonlyMap<string, number>>(MAX_COMPANIES, () => 1);
  /** Valid models by company, funnel and version. */
  const valid = createPromiseCache<ValidModel | null>(cacheBytes, (found) => (found ? estimateBytes(found.model) : 1));
  /** By company, funnel and funnel version. The weak reference lets the funnel's compilation be freed. */
  const compiled = new LRUCache<string, ActiveModel & { funnel: WeakRef<CompiledFunnel> }>({
    maxSize: cacheBytes,
    sizeCalculation: ({ learning }) => learning.bytes,
  });
  const compiling = new Map<string, { funnel: CompiledFunnel; version: number; made: Promise<ActiveModel> }>();
  let failing = false;

  const read = (key: FunnelKey, version: number): Promise<ValidModel | null> =>
    valid.get(`${key.companyId}/${key.funnelId}/${version}`, () => readValid(key, version));

  async function readActive(key: FunnelKey): Promise<ValidModel | null> {
    const { companyId, funnelId } = key;
    const version = (
      await active.get(companyId, () => forCompany(db, companyId, (trx) => readActiveModels(trx, companyId)))
    ).get(funnelId);
    return version === undefined ? null : read(key, version);
  }

  /** Logs damage and starts a repair once: the replacement is cached until the company is refreshed. */
  async function readValid(key: FunnelKey, version: number): Promise<ValidModel | null> {
    const found = await tryRead(key, version);
    if (found) return found;
    log.error(
      { ...key, model: version },
      'the active model is damaged: the last valid one is used, and a new one is built',
    );
    deps.rebuild(key);
    const others = (await forCompany(db, key.companyId, (trx) => listModels(trx, key, KEPT_MODELS + 1))).map(
      (model) => model.version,
    );
    // Older models first: they were active before.
    const order = [...others.filter((other) => other < version), ...others.filter((other) => other > version)];
    for (const other of order) {
      const instead = await tryRead(key, other);
      if (instead) return instead;
    }
    return null;
  }

  async function tryRead(key: FunnelKey, version: number): Promise<ValidModel | null> {
    const stored = await forCompany(db, key.companyId, (trx) => readModel(trx, key, version));
    if (!stored) return null;
    try {
      return { version, model: await decodeModel(stored) };
    } catch (error) {
      if (error instanceof CorruptModelError) return null;
      throw error;
    }
  }

  async function tryReadActive(key: FunnelKey): Promise<ValidModel | null> {
    try {
      const found = await readActive(key);
      failing = false;
      return found;
    } catch (err) {
      if (!failing) log.error({ ...key, err }, 'models are unavailable: matches continue without them');
      failing = true;
      return null;
    }
  }

  return {
    read,
    active: tryReadActive,
    async compiled(key, funnel, versionId) {
      const found = await tryReadActive(key);
      if (!found) return null;
      const { version, model } = found;
      const name = `${key.companyId}/${key.funnelId}/${versionId}`;
      const known = compiled.get(name);
      if (known && known.version === version && known.funnel.deref() === funnel) return known;
      // Concurrent matches may need a new model: one of them compiles it. Other matches wait at most for one slice.
      const running = compiling.get(name);
      if (running?.funnel === funnel && running.version === version) return running.made;
      const made = runInSlices(compileModelInSteps(funnel, model)).then((learning) => {
        const active = { version, learning, funnel: new WeakRef(funnel) };
        compiled.set(name, active);
        return active;
      });
      const entry = { funnel, version, made };
      compiling.set(name, entry);
      try {
        return await made;
      } finally {
        if (compiling.get(name) === entry) compiling.delete(name);
      }
    },
    async refresh(companyId) {
      for (const name of valid.keys()) if (name.startsWith(`${companyId}/`)) await dropReplaced(name);
      if (active.has(companyId))
        await active.renew(companyId, () => forCompany(db, companyId, (trx) => readActiveModels(trx, companyId)));
    },
  };

  /** Deletes the cached replacement of a damaged model, which may be repaired by now. */
  async function dropReplaced(name: string): Promise<void> {
    const found = await valid.get(name, async () => null).catch(() => null);
    if (!found || !name.endsWith(`/${found.version}`)) valid.delete(name);
  }
}

/** Estimated memory of a model as built, in bytes. */
const estimateBytes = ({ variants, options, pop, lambda }: LearnedModel): number =>
  1_024 + variants.length * 64 + options.length * 100 + pop.byteLength + lambda.byteLength;
