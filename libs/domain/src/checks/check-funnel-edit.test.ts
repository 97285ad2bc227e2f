import { describe, expect, it } from 'vitest';
import { buildStep } from '../funnel/steps.testing.js';
import { checkFunnelEdit, pointIntoEdit } from './check-funnel-edit.js';

const step = (id: number) => buildStep(id, 'HAIR_COLOR');
const check = (parts: Parameters<typeof checkFunnelEdit>[0]) =>
  checkFunnelEdit(parts, { subdomain: 'beauty', published: [step(1)] }, 'SEASONS_12');

describe('an edit of a funnel (docs/management.md "Editing a funnel")', () => {
  it('without faults has no problems', () => {
    expect(check({ steps: [step(1)] })).toEqual({ problems: [], warnings: [] });
    expect(check({})).toEqual({ problems: [], warnings: [] });
  });

  it('may be unfinished: each problem points into the edit', () => {
    const { problems } = check({ steps: [{ ...step(1), key: 'Not a key' }, step(2)] });
    expect(problems.map(({ path }) => path)).toEqual(['/steps/1/type', '/steps/0/key']);
    for (const { message } of problems) expect(message).toMatch(/\bmust\b/);
  });

  it('names sets that applying looks up, and steps that it has itself', () => {
    const rule = JSON.parse(
      '{ "key": "r", "when": { "step": 2, "answered": true }, "then": { "exclude": { "tags": ["a:b"], "productIds": [], "variantIds": [] } } }',
    );
    const matching = {
      colorType: { mode: 'require' as const, minScore: 0.2 },
      complexion: { mode: 'require' as const, depthTolerance: 0 },
      rules: [rule],
      ai: { enabled: false },
    };
    expect(check({ matching }).problems).toEqual([
      { path: '/matching/rules/0/when/step', message: expect.stringContaining('There is no step 2') },
    ]);
    const two = buildStep(2, 'EYE_COLOR');
    expect(check({ steps: [step(1), two], matching }).problems).toEqual([]);
  });

  it('findings about the whole stay there', () => {
    expect(pointIntoEdit({ path: '', message: 'm' }).path).toBe('');
    expect(pointIntoEdit({ path: '/funnels/0/draft/steps/3/key', message: 'm' }).path).toBe('/steps/3/key');
  });
});
