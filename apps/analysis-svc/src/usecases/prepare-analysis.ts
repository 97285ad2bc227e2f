import {
  type AnalysisSettings,
  effectiveAnswers,
  readAnswers,
  type SelfieField,
  type SubmissionRoute,
} from '@svc/domain';
import { type Logger, randomId } from '@svc/kit';
import { analyzeColor, type Certainty } from '../color/color-analysis.js';
import type { Feature } from '../color/color-tables.js';
import type { Analysis } from '../db/analyses.js';
import { type FilledConfidence, fillFromSelfie } from '../domain/fill-from-selfie.js';
import type { IgnoredFields } from '../domain/ignored-fields.js';
import type { Selfie } from '../selfie/check-selfie.js';
import { analyzeSelfie, type SelfieChecks } from './analyze-selfie.js';
import type { VersionCache } from './version-cache.js';

/** The funnel and version that a submission belongs to. */
export interface SubmissionTarget {
  companyId: string;
  funnelId: string;
  versionId: string;
  isPreview: boolean;
  /** The request named a superseded published version. */
  superseded: boolean;
  /** Settings of the company. */
  settings: AnalysisSettings;
  /** The test that assigned the version. */
  experimentId?: string | undefined;
}

export interface PrepareDeps {
  versions: Pick<VersionCache, 'get'>;
  selfies: SelfieChecks;
  log: Logger;
}

/** A submission and its route. */
interface Submitted {
  /** The request body without its selfie and ignored fields. */
  body: Record<string, unknown>;
  ignored?: IgnoredFields | undefined;
  selfie: Selfie | undefined;
  route: SubmissionRoute;
}

/** The name of the request's version id on each route. */
const VERSION_NAME: Record<SubmissionRoute, string> = { v1: 'createdWithVersionId', legacy: 'versionId' };

const supersededWarning = (route: SubmissionRoute): string =>
  `${VERSION_NAME[route]} is a superseded version: the answers were migrated to the current published version. ` +
  'Please update your integration to read the funnel again and send its version id.';

/**
 * Performs everything before storing a submission: reads the answers against the version, analyzes the selfie, fills answers
 * that the visitor left out, computes the color type. The warnings reveal nothing that the selfie showed.
 */
export async function prepareAnalysis(
  deps: PrepareDeps,
  { body, selfie, ignored, route }: Submitted,
  target: SubmissionTarget,
  signal: AbortSignal | undefined,
): Promise<{ analysis: Analysis; warnings: string[] }> {
  const { companyId, funnelId, versionId, isPreview, settings } = target;
  const { steps } = await deps.versions.get(versionId);
  const readResult = readAnswers(
    // The reader needs to know that there is a selfie, but not its content.
    selfie ? { ...body, selfie: 'sent' } : body,
    steps,
    { route, requireSelfieConsent: settings.selfie.requireConsent },
  );
  const { contact, tracking, selfieRefusal } = readResult;
  const outcome = selfie ? await analyzeSelfie(deps, selfie, selfieRefusal, settings.selfie, signal) : null;
  const { answers, confidence } = outcome
    ? fillFromSelfie(readResult.answers, outcome.features)
    : { answers: readResult.answers, confidence: {} };
  const others = { hasSelfie: selfie !== undefined, hasContact: Object.keys(contact).length > 0 };
  const color = analyzeColor(effectiveAnswers(answers, steps, others), settings.colorTaxonomy, toCertainty(confidence));

  return {
    analysis: {
      id: randomId(),
      companyId,
      funnelId,
      versionId,
      isPreview,
      experimentId: target.experimentId,
      answers,
      color,
      contact,
      tracking,
      selfieSent: others.hasSelfie,
      selfie: outcome,
    },
    warnings: [
      ...(target.superseded ? [supersededWarning(route)] : []),
      ...readResult.warnings,
      ...(ignored?.warnings ?? []),
    ],
  };
}

const FEATURES: Record<SelfieField, Feature> = {
  hairColor: 'hair',
  eyeColor: 'eye',
  skinColor: 'skin',
  skinUndertone: 'undertone',
};

function toCertainty(confidence: FilledConfidence): Certainty {
  const filled = Object.entries(confidence) as [SelfieField, number][];
  return Object.fromEntries(filled.map(([field, value]) => [FEATURES[field], value]));
}
