import { type ErrorDetail, forCompany, json, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import { findCompanyHandle } from '../../db/companies.js';
import { requireFunnelId } from '../../db/funnels.js';
import { listAllVersions } from '../../db/versions.js';
import type { ApplyOutcome } from '../../domain/apply/apply-outcome.js';
import { findVersion, type VersionName } from '../../domain/funnel/version-history.js';
import { loadStepsToPublish } from './load-steps-to-publish.js';

export interface FunnelRollback {
  companyId: string;
  subdomain: string;
  version: VersionName;
}

interface VersionRef {
  id: string;
  number: number;
}

export interface RolledBackFunnel {
  published: VersionRef;
  rolledBackTo: VersionRef;
  /** false: these steps were in force already. */
  changed: boolean;
  /** Paths are JSON pointers into the version. */
  warnings: ErrorDetail[];
}

/**
 * Publishes the steps of a version that was published earlier, by an ordinary apply. docs/adr/0017-rollback-goes-through-apply.md.
 * @throws ServiceError NOT_FOUND, VERSION_NOT_FOUND, INVALID_BLUEPRINT with pointers into the version, CONFLICT, UNAVAILABLE.
 */
export function rollBackFunnel(deps: {
  db: Knex;
  apply(handle: string, blueprintJson: Uint8Array): Promise<ApplyOutcome>;
}) {
  return async ({ companyId, subdomain, version }: FunnelRollback): Promise<RolledBackFunnel> => {
    const { handle, target, steps } = await forCompany(deps.db, companyId, async (db) => {
      const funnelId = await requireFunnelId(db, companyId, subdomain);
      const found = (await findCompanyHandle(db, companyId)) as string;
      const versions = await listAllVersions(db, funnelId);
      const named = findVersion(versions, version);
      return { handle: found, target: named, steps: await loadStepsToPublish(db, companyId, versions, named) };
    });
    const blueprintJson = json.encode({ funnels: [{ subdomain, published: { steps } }] });
    const { funnels, changed, warnings } = await deps.apply(handle, blueprintJson).catch((error: unknown) => {
      if (!(error instanceof ServiceError) || error.code !== 'INVALID_BLUEPRINT') throw error;
      const message = `Version ${target.number} does not fit what is there now; nothing was changed.`;
      throw new ServiceError(error.code, message, { details: error.details.map(intoVersion) });
    });
    const published = funnels[subdomain]?.published;
    if (!published) throw new ServiceError('CONFLICT', 'The funnel was changed at the same time. Please try again.');
    return {
      published,
      rolledBackTo: { id: target.id, number: target.number },
      changed: changed.length > 0,
      warnings: warnings.map(intoVersion),
    };
  };
}

/** Pointers into the version: the caller never saw the blueprint around it. */
const intoVersion = ({ path, message }: ErrorDetail): ErrorDetail => ({
  path: path.replace(/^\/funnels\/0\/published(?=\/|$)/, ''),
  message,
});
