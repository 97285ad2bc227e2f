import { afterAll, beforeAll, describe } from 'vitest';
import { answerMigration } from '../../suites/matching/answer-migration.js';
import { colorTypes } from '../../suites/matching/color-types.js';
import { complexion } from '../../suites/matching/complexion.js';
import { eligibleVariants } from '../../suites/matching/eligible-variants.js';
import { freshness } from '../../suites/matching/freshness.js';
import { largeAssortment } from '../../suites/matching/large-assortment.js';
import { order } from '../../suites/matching/order.js';
import { requiredAndAvoidedTags } from '../../suites/matching/required-and-avoided-tags.js';
import { rules } from '../../suites/matching/rules.js';
import { sets } from '../../suites/matching/sets.js';
import { tabs } from '../../suites/matching/tabs.js';
import { type Launched, launch } from '../../support/processes.js';

/** Matching.md, section by section, on hand-made companies whose right answers can be worked out on paper. One system for all. */
describe('matching', () => {
  let system: Launched;
  beforeAll(async () => {
    system = await launch({ DEMO: 'false' });
  });
  afterAll(() => system?.stop());

  const suites = [
    eligibleVariants,
    requiredAndAvoidedTags,
    complexion,
    colorTypes,
    rules,
    sets,
    order,
    tabs,
    answerMigration,
    freshness,
    largeAssortment,
  ];
  for (const suite of suites) suite(() => ({ ...system, isWhole: true }));
});
