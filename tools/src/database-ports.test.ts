import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { listFiles } from './citations/list-files.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** What orders changes, takes locks and notifies in PostgreSQL, and not in every database that calls itself compatible. */
const MECHANISMS = /\b(?:pg_current_xact_id|pg_(?:current_)?snapshot\w*|txid_\w+|pg_(?:try_)?advisory\w*|pg_notify)\b/i;
/** The ports: docs/adr/0098-changes-and-locks-behind-a-port.md. */
const PORTS = [
  'libs/kit/src/db/changes/change-cursor.ts',
  'libs/kit/src/db/statements/named-lock.ts',
  'libs/kit/src/db/schema/migrate.ts',
  'libs/kit/src/db/changes/notify-of-changes.ts',
  'libs/kit/src/db/changes/table-changes.ts',
  'libs/kit/src/jobs/job-store.ts',
];
/** Migrations that existed before the ports. They are not changed any more. */
const BEFORE_PORTS = [
  'apps/analysis-svc/src/migrations/20261121150000_create_erased_analyses.ts',
  'apps/catalog-sync/src/migrations/20261121100000_catalogues.ts',
  'apps/funnel-svc/src/migrations/20261121110000_create_companies.ts',
  'apps/matcher-svc/src/migrations/20261121130000_create_company_configs.ts',
  'apps/matcher-svc/src/migrations/20261121130100_create_catalog_snapshots.ts',
  'apps/matcher-svc/src/migrations/20261121130200_create_funnel_states.ts',
  'apps/matcher-svc/src/migrations/20261121160000_create_interaction_events.ts',
  'apps/matcher-svc/src/migrations/20261121170000_create_funnel_models.ts',
  'apps/matcher-svc/src/migrations/20261122180000_create_partition_functions.ts',
];

it('only the ports of the kit name the mechanisms of the database', () => {
  const users = listFiles(ROOT).filter(
    (file) =>
      /^(?:apps|libs|tools)\/.*\/?src\/.*\.ts$/.test(file) &&
      !/\.test\.ts$|^libs\/kit\/src\/testing\//.test(file) &&
      MECHANISMS.test(readFileSync(`${ROOT}${file}`, 'utf8')),
  );
  expect(users.sort()).toEqual([...PORTS, ...BEFORE_PORTS].sort());
});
