import { describe, expect, it } from 'vitest';
import type { Blueprint } from '../blueprint/blueprint.js';
import { buildBlueprint } from '../blueprint/blueprint.testing.js';
import { buildStep, singleSelection } from '../funnel/steps.testing.js';
import type { Draft } from './broken-blueprint.testing.js';
import { nothing } from './broken-blueprint.testing.js';
import { checkBlueprint } from './check-blueprint.js';
import { warnAboutBlueprint } from './warn-about-blueprint.js';

/** Warnings of a good blueprint after this change, which makes no problem of it. */
function warningsAfter(change: (blueprint: Draft) => void, existing = nothing, taxonomy = 'SEASONS_12' as const) {
  const blueprint = buildBlueprint();
  // All that its rules ask for is there.
  blueprint.funnels[0]!.published.steps.push(buildStep(3, 'AGE'));
  change(blueprint);
  expect(checkBlueprint(blueprint as Blueprint, existing)).toEqual([]);
  return warnAboutBlueprint(blueprint as Blueprint, existing, taxonomy);
}
const rule = (blueprint: Draft, when: object) => Object.assign(blueprint.funnels[0]!.matching.rules[0]!, { when });
const at = '/funnels/0/matching/rules/0/when';

describe('warnAboutBlueprint: accepted, but without effect for now', () => {
  it('a blueprint that means all it says has no warnings', () => {
    expect(warningsAfter(() => {})).toEqual([]);
    expect(warnAboutBlueprint({}, nothing, 'SEASONS_12')).toEqual([]);
  });

  it.each<[string, (blueprint: Draft) => void, string, RegExp]>([
    [
      'a rule that asks for a step of the draft only',
      (b) => {
        b.funnels[0]!.draft!.steps.push(singleSelection(14, ['a']));
        rule(b, { all: [{ any: [] }, { not: { step: 14, in: ['a'] } }] });
      },
      `${at}/all/1/not/step`,
      /Only the draft has step 14/,
    ],
    [
      'a rule that asks for an option of the draft only',
      (b) => {
        b.funnels[0]!.draft!.steps.push(singleSelection(12, ['dryness', 'Glow'], { key: 'skin_concern' }));
        rule(b, { any: [{ step: 12, in: ['dryness', 'glow'] }] });
      },
      `${at}/any/0/in/1`,
      /Only the draft has the option "glow" of step 12/,
    ],
    [
      'a rule that asks for a field that no step asks for',
      (b) => rule(b, { field: 'eyeColor', in: ['BLUE'] }),
      `${at}/field`,
      /no EYE_COLOR step, so eyeColor is never known/,
    ],
    [
      'a rule that asks for a color type of another taxonomy',
      (b) => rule(b, { colorType: ['TRUE_WINTER', 'winter'] }),
      `${at}/colorType/1`,
      /taxonomy is SEASONS_12.*TRUE_SPRING/,
    ],
    [
      'a webhook secret under 24 bytes',
      (b) => (b.webhook.secret = `whsec_${'A'.repeat(31)}=`),
      '/webhook/secret',
      /has 23 bytes.*24 to 64/,
    ],
    [
      'a webhook secret over 64 bytes',
      (b) => (b.webhook.secret = `whsec_${'A'.repeat(87)}=`),
      '/webhook/secret',
      /has 65 bytes/,
    ],
    [
      'a variant tagged with a color type of another taxonomy',
      (b) => (b.catalog.products[0]!.variants[0]!.tags = ['finish:matte', 'color_type:WINTER']),
      '/catalog/products/0/variants/0/tags/1',
      /SEASONS_12/,
    ],
    [
      'a tagging with a color type of another taxonomy',
      (b) => (b.tagging.products['a/b'] = ['color_type:SPRING']),
      '/tagging/products/a~1b/0',
      /SEASONS_12/,
    ],
    ['a condition that lists no option', (b) => rule(b, { not: { step: 12, in: [] } }), `${at}/not/in`, /never holds/],
    ['a condition that lists no color type', (b) => rule(b, { colorType: [] }), `${at}/colorType`, /never holds/],
    [
      'a dynamic set that its products cannot fill',
      (b) =>
        Object.assign(b.sets[1]!, {
          size: 9,
          products: [
            { id: 'P1', max: 2 },
            { id: 'P2', max: 6 },
          ],
        }),
      '/sets/1/size',
      /at most 8 places/,
    ],
    [
      'an enabled tab that selects nothing',
      (b) => Object.assign(b.funnels[0]!.resultPage.tabs[0]!.select, { tags: [], productIds: [], sets: [] }),
      '/funnels/0/resultPage/tabs/0/select',
      /stays empty/,
    ],
    [
      'an enabled result page whose only tab is disabled',
      (b) => Object.assign(b.funnels[0]!.resultPage.tabs[0]!, { enabled: false }),
      '/funnels/0/resultPage/tabs',
      /no enabled tab, so it shows no products/,
    ],
    [
      'an enabled result page without tabs',
      (b) => (b.funnels[0]!.resultPage.tabs = []),
      '/funnels/0/resultPage/tabs',
      /no enabled tab, so it shows no products/,
    ],
  ])('%s', (_what, change, path, message) => {
    expect(warningsAfter(change)).toEqual([{ path, message: expect.stringMatching(message) }]);
  });

  it('the four seasons are the color types of a company that uses them', () => {
    const blueprint = buildBlueprint();
    rule(blueprint, { colorType: ['winter', 'TRUE_WINTER'] });
    blueprint.funnels[0]!.matching.rules.length = 1;
    blueprint.tagging.variants.V1 = ['color_type:SPRING'];
    const warnings = warnAboutBlueprint(blueprint as Blueprint, nothing, 'SEASONS_4');
    expect(warnings.map(({ path }) => path)).toEqual([`${at}/colorType/1`]);
  });

  it('a color type under the name of another school is not one of another taxonomy (docs/matching.md M1.2)', () => {
    const tags = ['color_type:DARK_AUTUMN', 'color_type:cool_winter'];
    expect(warningsAfter((b) => (b.tagging.products['a/b'] = tags))).toEqual([]);
  });

  it('what the draft has counts as long as nothing is published', () => {
    const unpublished = (b: Draft) => {
      delete (b.funnels[0] as Partial<Draft['funnels'][number]>).published;
      b.funnels[0]!.matching.rules.length = 1;
      rule(b, { step: 1, answered: true });
    };
    expect(warningsAfter(unpublished)).toEqual([]);
    const published = [singleSelection(50, ['a'])];
    const existing = { ...nothing, funnels: [{ subdomain: 'beauty', published }] };
    expect(warningsAfter(unpublished, existing).map(({ path }) => path)).toEqual([`${at}/step`]);
  });

  it('a number as z-index of the popup takes it out of the top layer (docs/components.md B8.11)', () => {
    expect(warningsAfter((b) => (b.settings.zIndex.popup = 1_000))).toMatchObject([
      { path: '/settings/zIndex/popup', message: expect.stringContaining('use null') },
    ]);
    expect(warningsAfter((b) => (b.settings.zIndex.popup = null))).toEqual([]);
  });

  it('an archived funnel gets no warnings', () => {
    const archived = (b: Draft) => {
      rule(b, { field: 'eyeColor', in: ['BLUE'] });
      Object.assign(b.funnels[0]!, { archived: true });
      Object.assign(b.settings, { defaultFunnel: null });
    };
    expect(warningsAfter(archived)).toEqual([]);
  });
});
