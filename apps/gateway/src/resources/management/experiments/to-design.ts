import { checkTaggingOperations, EXPERIMENT_MEASURES, type MatchingArm } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import {
  type ExperimentArm as ExperimentArmMessage,
  type ExperimentDesign,
  ExperimentKind,
  experimentKinds,
  experimentMeasures,
} from '@svc/proto';
import type { z } from 'zod';
import type { Clients } from '../../../clients.js';
import { findFunnel } from '../funnels/find-funnel.js';
import { getCompany } from '../management.js';
import type { ArmRequest, experimentChange, experimentRequest } from './experiment-schema.js';

const KEYS = ['A', 'B', 'C'];

/** A holdout is one of the shop; other tests name a funnel. */
async function findSubject(
  clients: Clients,
  { handle }: { handle: string },
  { kind, funnel }: z.output<typeof experimentRequest>,
): Promise<{ companyId: string; funnelId: string }> {
  if (kind === 'HOLDOUT') {
    if (funnel !== undefined) throw invalid('/funnel', 'A HOLDOUT test must not name a funnel: it is one of the shop.');
    return { ...(await getCompany(clients, { handle })), funnelId: '' };
  }
  if (funnel === undefined) throw invalid('/funnel', 'funnel must be the sub-domain of a funnel.');
  return findFunnel(clients, { handle, subdomain: funnel });
}

/** The design of a new test. Fails with NOT_FOUND for a funnel that the company does not have. */
export async function toNewDesign(
  clients: Clients,
  { handle }: { handle: string },
  body: z.output<typeof experimentRequest>,
): Promise<{ companyId: string; design: ExperimentDesign }> {
  const { companyId, funnelId } = await findSubject(clients, { handle }, body);
  const { name, kind, hypothesis = '', minimumEffect = 0, arms = [] } = body;
  const primaryMeasure = body.primaryMeasure ?? EXPERIMENT_MEASURES[kind][0];
  const design = {
    ...{ name, funnelId, hypothesis, minimumEffect, kind: experimentKinds.fromName(kind) },
    primaryMeasure: experimentMeasures.fromName(primaryMeasure),
    arms: toArms(arms),
  };
  await checkArms(clients, body.funnel, companyId, design);
  return { companyId, design };
}

/** A design with what a change replaces. */
export function mergeDesign(before: ExperimentDesign, change: z.output<typeof experimentChange>): ExperimentDesign {
  const { name, hypothesis, minimumEffect, primaryMeasure, arms } = change;
  return {
    ...before,
    ...(name === undefined ? {} : { name }),
    ...(hypothesis === undefined ? {} : { hypothesis }),
    ...(minimumEffect === undefined ? {} : { minimumEffect }),
    ...(primaryMeasure === undefined ? {} : { primaryMeasure: experimentMeasures.fromName(primaryMeasure) }),
    ...(arms === undefined ? {} : { arms: toArms(arms) }),
  };
}

/**
 * Arms have what their kind of test has, and versions that the funnel has. Fails with INVALID_REQUEST.
 * @param subdomain - undefined: the test has no funnel.
 */
export async function checkArms(
  { funnelAdmin }: Pick<Clients, 'funnelAdmin'>,
  subdomain: string | undefined,
  companyId: string,
  { kind, arms }: ExperimentDesign,
): Promise<void> {
  for (const [place, { versionId, settingsJson }] of arms.entries()) {
    if (kind === ExperimentKind.EXPERIMENT_KIND_HOLDOUT && (versionId !== '' || settingsJson.length > 0)) {
      throw invalid(`/arms/${place}`, 'An arm of a HOLDOUT test must have only a name and a weight.');
    }
    if (kind === ExperimentKind.EXPERIMENT_KIND_MATCHING && versionId !== '') {
      throw invalid(`/arms/${place}/versionId`, 'An arm of a MATCHING test must have settings, not a version.');
    }
    if (kind === ExperimentKind.EXPERIMENT_KIND_QUESTIONNAIRE && settingsJson.length > 0) {
      throw invalid(`/arms/${place}/settings`, 'An arm of a QUESTIONNAIRE test must have a version, not settings.');
    }
    checkTags(place, settingsJson);
    // The funnel of an older test may be gone.
    if (versionId === '' || subdomain === undefined) continue;
    await funnelAdmin.describeVersion({ companyId, subdomain, versionId }).catch((error: unknown) => {
      if (error instanceof ServiceError && ['VERSION_NOT_FOUND', 'NOT_FOUND'].includes(error.code)) {
        throw invalid(`/arms/${place}/versionId`, 'versionId must be a version of the funnel.');
      }
      throw error;
    });
  }
}

/** Tags of an arm follow the rules of all tags. */
function checkTags(place: number, settingsJson: Uint8Array): void {
  if (settingsJson.length === 0) return;
  const { tagging = [] } = JSON.parse(Buffer.from(settingsJson).toString()) as MatchingArm;
  const [problem] = checkTaggingOperations(tagging);
  if (!problem) return;
  throw invalid(problem.path.replace(/^\/operations/, `/arms/${place}/settings/tagging`), problem.message);
}

const toArms = (arms: readonly ArmRequest[]): ExperimentArmMessage[] =>
  arms.map(({ name, weight, versionId = '', settings }, place) => ({
    ...{ key: KEYS[place] ?? '', name, weight, versionId },
    settingsJson: settings ? Buffer.from(JSON.stringify(settings)) : Buffer.alloc(0),
  }));

const invalid = (path: string, message: string): ServiceError =>
  new ServiceError('INVALID_REQUEST', message, { details: [{ path, message }] });
