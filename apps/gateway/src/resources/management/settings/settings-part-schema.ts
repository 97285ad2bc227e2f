import { z } from 'zod';
import { assortment, matching, productSets, resultPage } from '../blueprint/matching.js';
import { applied } from '../companies/company-schema.js';

/** Shapes of the parts of a company file that are read and changed alone. docs/management.md "Matching settings in parts". */

const { changed, warnings } = applied.shape;

export const matchingPart = z.strictObject({ matching }).meta({ id: 'MatchingPart' });
export const changedMatching = z.object({ matching, changed, warnings }).meta({ id: 'ChangedMatching' });

export const assortmentPart = z.strictObject({ assortment }).meta({ id: 'AssortmentPart' });
export const changedAssortment = z.object({ assortment, changed, warnings }).meta({ id: 'ChangedAssortment' });

export const resultPagePart = z.strictObject({ resultPage }).meta({ id: 'ResultPagePart' });
export const changedResultPage = z.object({ resultPage, changed, warnings }).meta({ id: 'ChangedResultPage' });

export const setsPart = z.strictObject({ sets: productSets }).meta({ id: 'SetsPart' });
export const changedSets = z.object({ sets: productSets, changed, warnings }).meta({ id: 'ChangedSets' });
