import { expect, it } from 'vitest';
import { filterCompanies } from './filter-companies.js';

const companies = [
  { handle: 'glow', name: 'Glow Cosmetics' },
  { handle: 'linden-lune', name: 'Linden & Lune' },
];

it('companies are found by a part of their name or handle (docs/dashboard.md Y19.1)', () => {
  expect(filterCompanies(companies, ' COSM').map(({ handle }) => handle)).toEqual(['glow']);
  expect(filterCompanies(companies, '-lune').map(({ handle }) => handle)).toEqual(['linden-lune']);
  expect(filterCompanies(companies, '')).toEqual(companies);
  expect(filterCompanies(companies, 'x')).toEqual([]);
});
