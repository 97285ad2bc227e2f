import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { Step } from '@svc/domain';
import { createModelBuilder, type NoModel, type Totals } from './build-model.js';
import type { DayStats } from './day-stats.js';
import { type LearnedModel, listRows } from './learned-model.js';
import { type EncodedModel, encodeModel } from './model-codec.js';

/** The metadata of a built model. */
export type ModelCounts = Pick<LearnedModel, 'until' | 'days' | 'sessions' | 'impressions'> & {
  variants: number;
  /** Number of options with enough analyses. */
  options: number;
};

export type SessionResult =
  | { model: EncodedModel; counts: ModelCounts }
  | { model: null; reason: NoModel; totals: Totals };

/** One build, from stored bytes to stored bytes. Synchronous and slow: run it in its own thread. */
export interface BuildSession {
  /** @returns false for a damaged day, which is skipped. */
  add(day: { day: string; data: Uint8Array; checksum: Uint8Array }): boolean;
  finish(): Promise<SessionResult>;
}

/** Maximum unpacked size of a day; a larger one is damaged or an attack. */
const MAX_DAY_BYTES = 256 * 1024 * 1024;

export function createBuildSession(until: string, steps: readonly Step[]): BuildSession {
  const builder = createModelBuilder(until, steps);
  return {
    add({ day, data, checksum }) {
      if (!createHash('sha256').update(data).digest().equals(checksum)) return false;
      let stats: DayStats;
      try {
        stats = JSON.parse(gunzipSync(data, { maxOutputLength: MAX_DAY_BYTES }).toString('utf8')) as DayStats;
      } catch {
        return false;
      }
      builder.add(day, stats);
      return true;
    },
    async finish() {
      const built = builder.finish();
      if (!built.model) return built;
      const { until: newest, days, sessions, impressions, variants } = built.model;
      const options = listRows(built.model).length;
      const counts = { until: newest, days, sessions, impressions, variants: variants.length, options };
      return { model: await encodeModel(built.model), counts };
    },
  };
}
