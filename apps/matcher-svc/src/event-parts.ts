import {
  type Bus,
  type Clock,
  createPeriodic,
  type GrpcService,
  type Logger,
  measureFollower,
  type Periodic,
  type ServiceStatus,
  type TableChanges,
} from '@svc/kit';
import type { Knex } from 'knex';
import { createAnalysisClient } from './clients/analysis.js';
import type { MatcherConfig } from './config.js';
import { createEventService } from './handlers/event-service.js';
import { aggregateEvents } from './usecases/events/aggregate-events.js';
import { expireEvents } from './usecases/events/expire-events.js';
import type { RecordDeps } from './usecases/events/record-events.js';
import { createErasureFollower } from './usecases/follow/follow-erasures.js';

/** Interval of deleting old events and creating tomorrow's partition. */
const EXPIRE_EVERY_MS = 60 * 60_000;

/** The part of the service that receives and aggregates interaction events. */
export interface EventParts {
  service: GrpcService;
  /** Starts following erasures, aggregating and expiring. */
  start(): void;
  stop(): Promise<void>;
}

export function createEventParts(
  config: MatcherConfig,
  deps: {
    db: Knex;
    log: Logger;
    bus: Bus;
    changes: TableChanges;
    clock: Clock;
    resolve: RecordDeps['resolve'];
    /** Interval of polling for erasures, in milliseconds. */
    everyMs(): number;
    status: Pick<ServiceStatus, 'showAge'>;
  },
): EventParts {
  const { db, log, bus, changes, clock, resolve, everyMs, status } = deps;
  const analysis = createAnalysisClient(config.ANALYSIS_ADDR);
  const running: Periodic[] = [];
  let unsubscribe = () => {};
  let stopMeasuring = () => {};
  return {
    service: createEventService({ db, clock, resolve }),
    start() {
      const measured = measureFollower('erasures', createErasureFollower({ db, analysis }), status);
      stopMeasuring = measured.stop;
      const erasures = createPeriodic({ name: 'follow erasures', everyMs, log, run: measured.run });
      changes.subscribe('analysis.erased_analyses', () => void erasures.trigger());
      unsubscribe = bus.subscribe('analysis-erased', () => void erasures.trigger());
      running.push(
        erasures,
        createPeriodic({
          name: 'aggregate interaction events',
          everyMs: config.EVENT_AGGREGATION_INTERVAL_MS,
          log,
          run: (signal) => aggregateEvents({ db, clock, log }, signal),
        }),
        createPeriodic({
          name: 'expire interaction events',
          everyMs: EXPIRE_EVERY_MS,
          log,
          run: (signal) => expireEvents({ db, clock, log }, signal),
        }),
      );
    },
    async stop() {
      unsubscribe();
      stopMeasuring();
      await Promise.all(running.map((part) => part.stop()));
      analysis.close();
    },
  };
}
