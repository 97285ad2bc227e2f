import {
  type AnalysisSettings,
  effectiveAnswers,
  readAnswers,
  type SelfieField,
  type SubmissionRoute,
} from '@svc/domain';
import { type Logger, randomId } from '@svc/kit';
import { analyseColor, type Certainty } from '../colour/color-analysis.js';
import type { Feature } from '../colour/color-tables.js';
import type { Analysis } from '../db/analyses.js';
import { type FilledConfidence, fillFromSelfie } from '../domain/fill-from-selfie.js';
import type { IgnoredFields } from '../domain/ignored-fields.js';
import type { Selfie } from '../selfie/check-selfie.js';
import { lookAtSelfie, type Selfies } from './look-at-selfie.js';
import type { VersionCache } from './version-cache.js';

/** Where a submission goes. */
export interface SubmissionTarget {
  companyId: string;
  funnelId: string;
  versionId: string;
  isPreview: boolean;
  /** The request named a superseded published version. */
  superseded: boolean;
  /** The company's. */
  settings: AnalysisSettings;
}

export interface PrepareDeps {
  versions: VersionCache;
  selfies: Selfies;
  log: Logger;
}

/** What was sent, and to which route. */
interface Submitted {
  /** The request body without its selfie and ignored fields. */
  body: Record<string, unknown>;
  ignored?: IgnoredFields | undefined;
  selfie: Selfie | undefined;
  route: SubmissionRoute;
}

/** How each route is told the version that the answers were given to. */
const VERSION_NAME: Record<SubmissionRoute, string> = { v1: 'createdWithVersionId', legacy: 'versionId' };

const updateIntegration = (route: SubmissionRoute): string =>
  `${VERSION_NAME[route]} is a superseded version: the answers were migrated to the current published version. ` +
  'Please update your integration to read the funnel again and send its version id.';

/**
 * Everything of a submission up to storing it: reads the answers against the version, looks at the selfie, fills what the
 * visitor left out, computes the colour type. The warnings tell nothing of what the picture showed.
 */
export async function prepareAnalysis(
  deps: PrepareDeps,
  { body, selfie, ignored, route }: Submitted,
  target: SubmissionTarget,
  signal: AbortSignal | undefined,
): Promise<{ analysis: Analysis; warnings: string[] }> {
  const { companyId, funnelId, versionId, isPreview, settings } = target;
  const { steps } = await deps.versions.get(versionId);
  const given = readAnswers(
    // The reader needs to know that there is a picture, not what is in it.
    selfie ? { ...body, selfie: 'sent' } : body,
    steps,
    { route, requireSelfieConsent: settings.selfie.requireConsent },
  );
  const { contact, tracking, selfieRefusal } = given;
  const outcome = selfie ? await lookAtSelfie(deps, selfie, selfieRefusal, settings.selfie, signal) : null;
  const { answers, confidence } = outcome
    ? fillFromSelfie(given.answers, outcome.features)
    : { answers: given.answers, confidence: {} };
  const others = { hasSelfie: selfie !== undefined, hasContact: Object.keys(contact).length > 0 };
  const color = analyseColor(effectiveAnswers(answers, steps, others), settings.colorTaxonomy, toCertainty(confidence));

  return {
    analysis: {
      id: randomId(),
      companyId,
      funnelId,
      versionId,
      isPreview,
      answers,
      color,
      contact,
      tracking,
      selfieSent: others.hasSelfie,
      selfie: outcome,
    },
    warnings: [
      ...(target.superseded ? [updateIntegration(route)] : []),
      ...given.warnings,
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
