import type { ColorTaxonomy } from '../answers/enums.js';

/** What a company decides about its analyses; part of its settings. */
export interface AnalysisSettings {
  /** Color types of new analyses; `color_type:` tags and conditions are written in the same one. */
  colorTaxonomy: ColorTaxonomy;
  selfie: {
    /** A selfie without `selfieConsent: true` is not analyzed. */
    requireConsent: boolean;
    /** A selfie may fill the undertone: the least certain of all features. docs/color-method.md A1.2. */
    undertone: boolean;
  };
}

export const DEFAULT_ANALYSIS_SETTINGS: AnalysisSettings = {
  colorTaxonomy: 'SEASONS_12',
  selfie: { requireConsent: false, undertone: false },
};
