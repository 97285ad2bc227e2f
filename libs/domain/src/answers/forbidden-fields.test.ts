import { describe, expect, it } from 'vitest';
import { forbiddenFields } from './forbidden-fields.js';

describe('forbiddenFields (docs/contract.md C9.3)', () => {
  it.each([
    'id',
    'ID',
    'analysisId',
    'analysis_id',
    'AnalysisID',
    'companyId',
    'company_id',
    'colorType',
    'COLORTYPE',
    'color_type',
    'colourType',
    'colorTypeScores',
    'colorAnalysis',
    'colour_analysis',
    'colorResult',
    'analysis_result',
    'matchedVariants',
  ])('names %s, in any letter case and spelling', (field) => {
    expect(forbiddenFields({ hairColor: 'RED', [field]: 'x' })).toEqual([field]);
  });

  it('lets every answer field pass, and unknown ones, which only warn', () => {
    const fields = [
      'hairColor',
      'eyeColor',
      'skinColor',
      'skinUndertone',
      'funnelId',
      'createdWithVersionId',
      'email',
      'color',
      'ids',
    ];
    expect(forbiddenFields(Object.fromEntries(fields.map((field) => [field, 1])))).toEqual([]);
  });

  it('takes null as missing', () => {
    expect(forbiddenFields({ id: null, colorType: null })).toEqual([]);
  });
});
