import { afterAll, beforeAll, describe } from 'vitest';
import { analyses } from '../../suites/contract/analyses.js';
import { bodies } from '../../suites/contract/bodies.js';
import { funnel } from '../../suites/contract/funnel.js';
import { http } from '../../suites/contract/http.js';
import { keys } from '../../suites/contract/keys.js';
import { matchCaching } from '../../suites/contract/match-caching.js';
import { matches } from '../../suites/contract/matches.js';
import { versions } from '../../suites/contract/versions.js';
import { type ContractApi, startContract } from '../../support/contract-api.js';

/** What the gateway decides by itself: addresses, methods, CORS and headers of caches. The way to the services cannot change that (ADR 163). */
const GATEWAY_ALONE = [http, matchCaching];

/** docs/contract.md on the three v1 routes, whichever way the services call each other (ADR 31). One system for all. */
describe('contract', () => {
  let api: ContractApi;
  beforeAll(async () => {
    // Everything is logged: log lines are searched for what they must not hold.
    api = await startContract({ LOG_LEVEL: 'debug' });
  });
  afterAll(() => api?.system.stop());

  const suites = [analyses, bodies, funnel, keys, matches, versions];
  if (process.env.RPC_TRANSPORT !== 'grpc') suites.push(...GATEWAY_ALONE);
  for (const suite of suites) suite(() => api);
});
