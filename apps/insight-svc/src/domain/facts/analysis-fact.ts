/** Retention of facts and events of analyses, in days. docs/insight.md N8.5. */
export const FACT_DAYS = 400;

/** What shoppers do with a variant. */
export const INTERACTIONS = ['shown', 'clicked', 'added', 'bought'] as const;
export type Interaction = (typeof INTERACTIONS)[number];

/** What reports count of one analysis. */
export interface AnalysisFact {
  /** SHA-256 of the analysis id. */
  analysisHash: Buffer;
  companyId: string;
  funnelId: string;
  versionId: string;
  locale: string;
  source: string;
  createdAt: Date;
  /** Questions that were shown, with the chosen keys. */
  steps: readonly { stepId: number; optionKeys: readonly string[] }[];
  askedContact: readonly string[];
  givenContact: readonly string[];
  /** null: not known. */
  isRetake: boolean | null;
  /** Test of the questionnaire that assigned the version; null: none. */
  experimentId: string | null;
}

/** What shoppers did with the matches of one analysis. */
export interface AnalysisEvents {
  analysisHash: Buffer;
  companyId: string;
  variants: readonly { variantId: string; interactions: readonly Interaction[] }[];
}
