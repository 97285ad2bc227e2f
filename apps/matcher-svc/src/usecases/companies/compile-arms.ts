import { json, type Logger, ServiceError } from '@svc/kit';
import type { Assortment } from '../../engine/compile/compile-assortment.js';
import type { CompileTagged } from './compile-tagged.js';
import { type LoadedCompany, toArmKey } from './loaded-company.js';

/**
 * Compiles the catalog of a company with the tags of each arm that changes tags, one after the other. Before the company is used, so that
 * no shopper waits, and all arms have the same version of catalog and tagging. docs/insight.md N13.15.
 * An arm that cannot be compiled has the tags in force: a test must not keep shoppers from their matches.
 * @param company - its own `arms` are those that are known for this catalog and tagging.
 * @returns null when catalog or settings changed in the meantime.
 * @throws ServiceError MATCHER_FAILURE when they cannot be read.
 */
export async function compileArms(
  { compileTagged, log }: { compileTagged: CompileTagged; log: Pick<Logger, 'error'> },
  company: LoadedCompany,
): Promise<ReadonlyMap<string, Assortment> | null> {
  const arms = new Map<string, Assortment>();
  for (const { matchingTest } of company.states.funnels) {
    for (const { key, settings } of matchingTest?.arms ?? []) {
      if (!matchingTest || !settings?.tagging) continue;
      const armKey = toArmKey({ experimentId: matchingTest.id, settingsOf: key });
      const tagging = { kind: 'operations', json: json.encode(settings.tagging) } as const;
      try {
        const assortment = company.arms.get(armKey) ?? (await compileTagged(company, tagging));
        if (!assortment) return null;
        arms.set(armKey, assortment);
      } catch (err) {
        // What could not be read is read again soon; what cannot be compiled has the tags in force.
        if (err instanceof ServiceError) throw err;
        const { companyId } = company;
        log.error(
          { err, companyId, experimentId: matchingTest.id, arm: key },
          'the tags of an arm could not be compiled',
        );
      }
    }
  }
  return arms;
}
