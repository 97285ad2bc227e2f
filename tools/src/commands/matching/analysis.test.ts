import type { AnalysisRecord } from '@svc/gateway/bodies';
import { describe, expect, it } from 'vitest';
import { useCli } from '../../testing/use-cli.js';

const cli = useCli();
const { svc, lines } = cli;

const record: AnalysisRecord = {
  id: 'A1',
  funnel: { id: 'F1', subdomain: 'beauty' },
  funnelVersion: { id: 'V1', number: 3 },
  isPreview: false,
  createdAt: '2026-11-21T10:00:00.000Z',
  answers: { hairColor: 'RED', eyeColor: 'BROWN', selectionValues: [{ stepId: 12, selectedKey: 'dryness' }] },
  filledFromSelfie: ['eyeColor'],
  color: {
    taxonomy: 'SEASONS_4',
    type: 'AUTUMN',
    reason: null,
    scores: { SPRING: 0.15, SUMMER: 0.0004, AUTUMN: 0.8495, WINTER: 0.0001 },
    otherScores: { TRUE_AUTUMN: 0.76 },
    confidence: 0.83,
    axes: { temperature: 0.8, value: -0.2, clarity: -0.1 },
    parts: {},
    closeness: 0.95,
    contributions: { temperature: { hair: 0.235, eye: 0.042 }, value: { hair: -0.02 } },
    mappingVersion: 'seasons-4/1',
  },
  selfie: {
    sent: true,
    source: 'CAMERA',
    consent: true,
    consentVersion: '2026-11',
    analyzed: true,
    status: 'USED',
    reason: null,
    explanation: null,
    features: { eyeColor: { value: 'BROWN', confidence: 0.4, filled: true } },
    modelVersion: 'face/1',
  },
  tracking: { startedAt: null, source: null, queryString: null },
  contact: { firstName: true, lastName: false, email: true, note: '' },
};

describe('svc analysis: what is kept of one analysis', () => {
  it('shows the answers and which of them the picture filled, the color type with its reasons, selfie and consent', async () => {
    cli.answer({ body: record });
    const { code, out } = await svc('analysis A1');
    expect([code, lines()]).toEqual([0, ['GET /glow/analyses/A1']]);
    expect(out).toBe(
      [
        'A1, 2026-11-21T10:00:00.000Z: funnel beauty, version 3',
        '  hairColor: RED',
        '  eyeColor: BROWN (from the selfie)',
        '  step 12: dryness',
        'Color type AUTUMN, confidence 0.83 (SEASONS_4, seasons-4/1).',
        '  Scores: AUTUMN 0.85, SPRING 0.15, SUMMER 0.00',
        '  temperature: hair +0.23, eye +0.04',
        '  value: hair −0.02',
        'Selfie used: eyeColor BROWN 0.40. Consent given to text 2026-11.',
        'Contact data are kept, and shown nowhere: firstName, email.',
        '',
      ].join('\n'),
    );
  });

  it('says why there is no color type, and why a picture was ignored', async () => {
    const color = { ...(record.color as object), type: null, reason: 'TOO_FEW_ANSWERS', scores: {} };
    const selfie = {
      ...record.selfie,
      status: 'IGNORED',
      reason: 'NO_FACE',
      explanation: 'No face was found.',
      consent: null,
    };
    const contact = { firstName: false, lastName: false, email: false, note: '' };
    cli.answer({ body: { ...record, color, selfie: { ...selfie, consentVersion: null }, contact } });
    const { out } = await svc('analysis A1 --company other');
    expect(out).toContain('No color type: TOO_FEW_ANSWERS (SEASONS_4, seasons-4/1).');
    expect(out).toMatch(/Selfie ignored: NO_FACE\. No face was found\. Consent none recorded\.\n$/);
  });

  it('--json prints the whole record', async () => {
    cli.answer({ body: record });
    expect(JSON.parse((await svc('analysis A1 --json')).out)).toEqual(record);
  });

  it('without an id it is a wrong call, and nothing is sent', async () => {
    const { code, err } = await svc('analysis');
    expect([code, lines()]).toEqual([2, []]);
    expect(err).toMatch(/ANALYSIS/);
  });
});
