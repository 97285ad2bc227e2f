import { expect, it } from 'vitest';
import { benchCompany, benchRequests } from '../testing/bench-company.js';
import { compileCompany, matchIn } from '../testing/company.js';
import { naiveEngine } from '../testing/naive-engine.js';

it('the naive engine of the bench does the same work: equal lists on the data that is measured', () => {
  const company = benchCompany(300);
  const funnel = compileCompany(company);
  const naive = naiveEngine(company);
  for (const request of benchRequests(40)) expect(naive(request)).toEqual(matchIn(funnel, request).matched);
});
