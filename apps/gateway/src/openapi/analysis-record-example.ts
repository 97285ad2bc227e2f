import type { AnalysisRecord } from '@svc/domain';
import { ANALYSIS_ID, FUNNEL_ID, VERSION_ID } from './examples.js';

/** Hair and undertone were answered, eyes and skin come from the picture; numbers rounded. */
export const analysisRecordExample: AnalysisRecord = {
  id: ANALYSIS_ID,
  funnel: { id: FUNNEL_ID, subdomain: 'beauty' },
  funnelVersion: { id: VERSION_ID, number: 3 },
  isPreview: false,
  createdAt: '2026-11-21T10:00:00.000Z',
  answers: {
    hairColor: 'RED',
    eyeColor: 'BROWN',
    skinColor: 'LIGHT',
    skinUndertone: 'WARM',
    selectionValues: [{ stepId: 12, selectedKey: 'dryness' }],
  },
  filledFromSelfie: ['eyeColor', 'skinColor'],
  color: {
    taxonomy: 'SEASONS_4',
    type: 'AUTUMN',
    reason: null,
    scores: { SPRING: 0.15, SUMMER: 0, AUTUMN: 0.85, WINTER: 0 },
    confidence: 0.83,
    axes: { temperature: 0.806, value: -0.155, clarity: -0.096 },
    parts: {
      temperature: { undertone: 0.6, hair: 0.25, eye: 0.045 },
      value: { skin: 0.171, hair: -0.1, eye: -0.176 },
      clarity: { hair: -0.09, eye: -0.105, contrast: 0.081 },
    },
    closeness: 0.951,
    contributions: {
      temperature: { undertone: 0.565, hair: 0.235, eye: 0.042 },
      value: { skin: -0.074, hair: 0.043, eye: 0.076, centre: 0.022 },
      clarity: { hair: 0.058, eye: 0.068, contrast: -0.052, centre: -0.032 },
    },
    mappingVersion: 'seasons-4/1',
  },
  selfie: {
    sent: true,
    source: 'CAMERA',
    consent: true,
    consentVersion: '2026-11',
    analysed: true,
    status: 'USED',
    reason: null,
    explanation: null,
    features: {
      eyeColor: { value: 'BROWN', confidence: 0.4, lab: [32.1, 9.4, 17.2], filled: true },
      skinColor: { value: 'LIGHT', confidence: 0.6, lab: [76.8, 11.2, 21.9], filled: true },
    },
    modelVersion: 'human-3.3.6 selfie/1',
  },
  tracking: { startedAt: '2026-11-21T09:57:12.000Z', source: 'newsletter', queryString: null },
  contact: {
    firstName: true,
    lastName: false,
    email: true,
    note: 'Contact data stay in the service that stores them; this tells only which fields are there. Erasure deletes them.',
  },
};
