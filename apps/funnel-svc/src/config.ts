import { peerAddress, serviceEnv } from '@svc/kit';

/** Environment of the service. */
export const FUNNEL_ENV = {
  ...serviceEnv('funnel-svc'),
  // The services that apply the matching and catalog parts of blueprints.
  MATCHER_ADDR: peerAddress('matcher-svc'),
  CATALOG_ADDR: peerAddress('catalog-sync'),
  // Its stored analyses are replayed.
  ANALYSIS_ADDR: peerAddress('analysis-svc'),
};
