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
import { promiseCache } from '../companies/promise-cache.js';
import { runInSlices } from '../release/run-in-slices.js';
import { KEPT_MODELS } from './build-model.js';

/** A model that was read whole. */
export interface SoundModel {
  version: number;
  model: LearnedModel;
}

/** A model in force, compiled. */
export interface ActiveModel {
  version: number;
  learning: CompiledModel;
}

/** The models that this process matches with, bounded by bytes. */
export interface Models {
  /** A model as it was built; another one of the funnel where it is damaged; null: there is no sound one. */
  read(key: FunnelKey, version: number): Promise<SoundModel | null>;
  /** The model in force, compiled; null: none. Never fails: a model that cannot be read now re-orders nothing, and the next match asks again. */
  compiled(key: FunnelKey, funnel: CompiledFunnel, versionId: string): Promise<ActiveModel | null>;
  /** Takes over which models are in force by now, if the company's are known here. */
  refresh(companyId: string): Promise<void>;
}

const MAX_COMPANIES = 10_000;
/** Half of what a match may wait for other work. */
const SLICE_MS = 5;

export function createModels(deps: {
  knex: Knex;
  log: Logger;
  /** For models as they were built, and again for compiled ones. */
  cacheBytes: number;
  /** Begins a build of a funnel whose model is damaged. */
  rebuild(key: FunnelKey): void;
}): Models {
  const { knex, log, cacheBytes } = deps;
  /** By company: which model is in force, by funnel. */
  const active = promiseCache<ReadonlyMap<string, number>>(MAX_COMPANIES, () => 1);
  /** By company, funnel and version in force. */
  const sound = promiseCache<SoundModel | null>(cacheBytes, (found) => (found ? bytesOf(found.model) : 1));
  /** By company, funnel and funnel version. A model outlives neither its funnel's compilation nor holds it. */
  const compiled = new LRUCache<string, ActiveModel & { funnel: WeakRef<CompiledFunnel> }>({
    maxSize: cacheBytes,
    sizeCalculation: ({ learning }) => learning.bytes,
  });
  const compiling = new Map<string, { funnel: CompiledFunnel; version: number; made: Promise<ActiveModel> }>();
  let failing = false;

  const read = (key: FunnelKey, version: number): Promise<SoundModel | null> =>
    sound.get(`${key.companyId}/${key.funnelId}/${version}`, () => readSound(key, version));

  async function readActive(key: FunnelKey): Promise<SoundModel | null> {
    const { companyId, funnelId } = key;
    const version = (
      await active.get(companyId, () => forCompany(knex, companyId, (db) => readActiveModels(db, companyId)))
    ).get(funnelId);
    return version === undefined ? null : read(key, version);
  }

  /** Damage is logged and mended once, since what was found instead is kept until the company is refreshed. */
  async function readSound(key: FunnelKey, version: number): Promise<SoundModel | null> {
    const found = await tryRead(key, version);
    if (found) return found;
    log.error({ ...key, model: version }, 'the model in force is damaged: the last good one is used, a new one built');
    deps.rebuild(key);
    const others = (await forCompany(knex, key.companyId, (db) => listModels(db, key, KEPT_MODELS + 1))).map(
      (model) => model.version,
    );
    // Older ones first: they were in force before.
    const order = [...others.filter((other) => other < version), ...others.filter((other) => other > version)];
    for (const other of order) {
      const instead = await tryRead(key, other);
      if (instead) return instead;
    }
    return null;
  }

  async function tryRead(key: FunnelKey, version: number): Promise<SoundModel | null> {
    const stored = await forCompany(knex, key.companyId, (db) => readModel(db, key, version));
    if (!stored) return null;
    try {
      return { version, model: await decodeModel(stored) };
    } catch (error) {
      if (error instanceof CorruptModelError) return null;
      throw error;
    }
  }

  return {
    read,
    async compiled(key, funnel, versionId) {
      let found: SoundModel | null;
      try {
        found = await readActive(key);
        failing = false;
      } catch (err) {
        if (!failing) log.error({ ...key, err }, 'models cannot be read: matches go on without them');
        failing = true;
        return null;
      }
      if (!found) return null;
      const { version, model } = found;
      const name = `${key.companyId}/${key.funnelId}/${versionId}`;
      const known = compiled.get(name);
      if (known && known.version === version && known.funnel.deref() === funnel) return known;
      // Many matches may find that a model is new: one compiles it. A match in between waits for a slice at most.
      const running = compiling.get(name);
      if (running?.funnel === funnel && running.version === version) return running.made;
      const made = runInSlices(compileModelInSteps(funnel, model), { sliceMs: SLICE_MS }).then((learning) => {
        const active = { version, learning, funnel: new WeakRef(funnel) };
        compiled.set(name, active);
        return active;
      });
      const entry = { funnel, version, made };
      compiling.set(name, entry);
      void made.finally(() => {
        if (compiling.get(name) === entry) compiling.delete(name);
      });
      return made;
    },
    async refresh(companyId) {
      for (const name of sound.keys()) if (name.startsWith(`${companyId}/`)) await dropReplaced(name);
      if (active.has(companyId))
        await active.renew(companyId, () => forCompany(knex, companyId, (db) => readActiveModels(db, companyId)));
    },
  };

  /** Forgets what was found instead of a damaged model, which may be mended by now. */
  async function dropReplaced(name: string): Promise<void> {
    const found = await sound.get(name, async () => null).catch(() => null);
    if (!found || !name.endsWith(`/${found.version}`)) sound.delete(name);
  }
}

/** Estimated memory of a model as it was built. */
const bytesOf = ({ variants, options, pop, lambda }: LearnedModel): number =>
  1_024 + variants.length * 64 + options.length * 100 + pop.byteLength + lambda.byteLength;
