import {
  type Bus,
  createPeriodic,
  type FollowedName,
  type Logger,
  measureFollower,
  type Periodic,
  type ServiceStatus,
  type TableChanges,
} from '@svc/kit';
import type { Knex } from 'knex';
import type { Companies } from './usecases/companies/companies.js';
import type { CatalogPeer, FunnelPeer } from './usecases/companies/peers.js';
import { createPeerFollower, createReplicaFollower, type Follower } from './usecases/follow/follow.js';
import type { Models } from './usecases/learning/models.js';

/** The part of the service that applies changes of other services and replicas. */
export interface FollowerParts {
  start(): void;
  stop(): Promise<void>;
}

/** Changes of these tables wake a follower. Tables of other services notify only if both services use one database. */
const OWN_TABLES = ['company_configs', 'catalog_snapshots', 'funnel_states', 'funnel_learning'];

/** How soon a failed run is repeated, in milliseconds: the poll after it may be seconds away, and changes must show within two. */
const AFTER_FAILURE_MS = 500;

/** Follows funnel-svc, catalog-sync and other replicas by polling, and immediately when the database or the bus reports a change. */
export function createFollowerParts(deps: {
  db: Knex;
  log: Logger;
  bus: Bus;
  changes: TableChanges;
  companies: Companies;
  models: Models;
  funnel: FunnelPeer;
  catalog: CatalogPeer;
  pullStates(companyId: string): Promise<void>;
  pullProducts(companyId: string): Promise<void>;
  everyMs(): number;
  status: Pick<ServiceStatus, 'showAge'>;
}): FollowerParts {
  const { status, db, log, bus, changes, companies, models, funnel, catalog, pullStates, pullProducts, everyMs } = deps;
  const refresh = (companyId: string) => Promise.all([companies.refresh(companyId), models.refresh(companyId)]);
  const running: Periodic[] = [];
  const followers: Follower[] = [];
  const measured: (() => void)[] = [];
  let unsubscribe = () => {};
  return {
    start() {
      const common = { db, log, companies };
      const follow = (follows: FollowedName, tables: string[], follower: Follower) => {
        const { run, stop } = measureFollower(follows, follower.run, status);
        measured.push(stop);
        const periodic = createPeriodic({
          name: `follow ${follows}`,
          everyMs,
          afterFailureMs: AFTER_FAILURE_MS,
          log,
          run,
        });
        for (const table of tables) changes.subscribe(table, () => void periodic.trigger());
        running.push(periodic);
        followers.push(follower);
      };
      follow(
        'replicas',
        OWN_TABLES.map((table) => `matcher.${table}`),
        createReplicaFollower({ db, companies: { heldIds: companies.heldIds, refresh } }),
      );
      follow(
        'funnels',
        ['funnel.companies'],
        createPeerFollower({ ...common, name: 'funnels', list: funnel.listChanges, pull: pullStates }),
      );
      follow(
        'catalogs',
        ['catalog.catalogs'],
        createPeerFollower({ ...common, name: 'catalogs', list: catalog.listChanges, pull: pullProducts }),
      );
      unsubscribe = bus.subscribe('company-changed', () => {
        for (const periodic of running) void periodic.trigger();
      });
    },
    async stop() {
      unsubscribe();
      for (const stop of measured) stop();
      await Promise.all(running.map((periodic) => periodic.stop()));
      await Promise.all(followers.map((follower) => follower.settled()));
    },
  };
}
