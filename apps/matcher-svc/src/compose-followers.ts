import { type Bus, createPeriodic, type Logger, type Periodic } from '@svc/kit';
import type { Knex } from 'knex';
import type { Companies } from './usecases/companies/companies.js';
import type { CatalogPeer, FunnelPeer } from './usecases/companies/peers.js';
import { ownFollower, peerFollower } from './usecases/follow/follow.js';
import type { Models } from './usecases/learning/models.js';

/** The part of the service that takes over what changes elsewhere. */
export interface FollowerParts {
  start(): void;
  stop(): Promise<void>;
}

/** Follows funnel-svc, catalog-sync, and what other replicas store; sooner when the bus says so. */
export function composeFollowers(deps: {
  knex: Knex;
  log: Logger;
  bus: Bus;
  companies: Companies;
  models: Models;
  funnel: FunnelPeer;
  catalog: CatalogPeer;
  pullStates(companyId: string): Promise<void>;
  pullProducts(companyId: string): Promise<void>;
  everyMs: number;
}): FollowerParts {
  const { knex, log, bus, companies, models, funnel, catalog, pullStates, pullProducts, everyMs } = deps;
  const refresh = (companyId: string) => Promise.all([companies.refresh(companyId), models.refresh(companyId)]);
  const running: Periodic[] = [];
  let unsubscribe = () => {};
  return {
    start() {
      const common = { knex, log, companies };
      const runs = {
        'follow replicas': ownFollower({ knex, companies: { loadedIds: companies.loadedIds, refresh } }),
        'follow funnel-svc': peerFollower({ ...common, name: 'funnels', list: funnel.listChanges, pull: pullStates }),
        'follow catalog-sync': peerFollower({
          ...common,
          name: 'catalogs',
          list: catalog.listChanges,
          pull: pullProducts,
        }),
      };
      for (const [name, run] of Object.entries(runs)) running.push(createPeriodic({ name, everyMs, log, run }));
      unsubscribe = bus.subscribe('company-changed', () => {
        for (const follower of running) void follower.trigger();
      });
    },
    async stop() {
      unsubscribe();
      await Promise.all(running.map((follower) => follower.stop()));
    },
  };
}
