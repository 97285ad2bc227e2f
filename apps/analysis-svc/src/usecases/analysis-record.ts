import type { ColorTaxonomy, MatchingAnswers, SelfieField } from '@svc/domain';
import type { ColorAnalysis, ColorReason } from '../color/color-analysis.js';
import type { ColorContributions } from '../color/explain-color.js';
import type { SelfieReason } from '../selfie/selfie-result.js';

/** A feature as measured in a selfie. */
export interface RecordedFeature {
  /** Answer value. */
  value: string;
  /** In [0, 1]. */
  confidence: number;
  /** CIELAB (D65/2°): L*, a*, b*. */
  lab?: readonly [number, number, number];
  /** The visitor had not answered, so this is the answer. */
  filled: boolean;
}

/** Everything that is kept of one analysis, for management. Of contact data, only which fields are stored. */
export interface AnalysisRecord {
  id: string;
  funnel: { id: string; subdomain: string | null };
  /** `number` is null for a draft that was changed since: such a version is gone. */
  funnelVersion: { id: string; number: number | null };
  isPreview: boolean;
  createdAt: Date;
  /** As stored, which is as matching reads them; those of `filledFromSelfie` come from the picture. */
  answers: MatchingAnswers;
  filledFromSelfie: SelfieField[];
  color: {
    taxonomy: ColorTaxonomy;
    /** Null: no type; `reason` gives the cause. */
    type: string | null;
    reason: ColorReason | null;
    /** By type, adding up to 1; empty without a type. */
    scores: Record<string, number>;
    /** The same by the types of the other taxonomy, for tags that are written in it. */
    otherScores: Record<string, number>;
    /** In [0, 1]. */
    confidence: number;
    /** Temperature, value and clarity, from which the scores follow. */
    axes: ColorAnalysis['axes'];
    /** By axis: what each answered feature adds to it, before offset and scale. */
    parts: ColorAnalysis['parts'];
    /**
     * How near it is to the type, in [-1, 1]; the contributions add up to it. Null without a
     * type, and for a result that was computed with older numbers.
     */
    closeness: number | null;
    contributions: ColorContributions['contributions'] | null;
    /** Version of every number behind it. */
    mappingVersion: string;
  } | null;
  selfie: {
    /** A picture came with the answers. It is stored nowhere. */
    sent: boolean;
    /** Where it came from, as sent. */
    source: string | null;
    consent: boolean | null;
    consentVersion: string | null;
    status: 'USED' | 'IGNORED' | null;
    /** Why it was ignored, as a code and in words. */
    reason: SelfieReason | null;
    explanation: string | null;
    features: Partial<Record<SelfieField, RecordedFeature>>;
    /** Model and thresholds that measured it; null: no model analyzed the picture. */
    modelVersion: string | null;
  };
  tracking: { startedAt: Date | null; source: string | null; queryString: string | null };
  /** Which contact fields are stored. The data themselves leave the service over no interface. */
  contact: { firstName: boolean; lastName: boolean; email: boolean };
}
