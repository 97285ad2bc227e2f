import { it } from 'vitest';
import { readDemoCompany } from './testing/demo-company.js';
import { normalize, toWords } from './domain/text/normalize.js';
import { findNamedProducts } from './domain/search/find-named-products.js';
import { readQuestion } from './domain/plan/read-question.js';
const c = readDemoCompany();
it('x', () => {
  for (const q of (process.env['Q'] ?? '').split('|')) {
    const n = normalize(q);
    const r = readQuestion(n, c.lexicon);
    console.info(n, JSON.stringify(findNamedProducts(toWords(n), c.index, c.lexicon.generic).map(({product, share})=>[c.index.products[product]?.nameWords.join(' '), share])), JSON.stringify({...r.query, groups: r.query.groups.map(g=>({k:g.kind,f:g.facets.map(f=>c.lexicon.facets[f]?.namespace+':'+c.lexicon.facets[f]?.value)}))}), r.hasCategory, r.hasEvidence);
  }
});
