import { json } from '@svc/kit';
import { describe, expect, it } from 'vitest';
import { stepOf } from '../engine/testing/company.js';
import { givePeers } from '../testing/matcher.js';
import { excluding, useMatchers } from '../testing/use-matchers.js';

const matchers = useMatchers();

describe('CheckFunnel', () => {
  it('checks a version with the catalogue and the settings in force', async () => {
    const { company, peers, start } = matchers;
    givePeers(peers, company, { number: 2, steps: [stepOf(1, { x: {}, y: { avoid: ['t:1'] } })] });
    const matcher = await start();
    await matcher.apply(company, 1, excluding(company, 'c'));
    const id = `${company}-v2`;
    const funnelId = `${company}-funnel`;
    const report = await matcher.check({
      companyId: company,
      funnelId,
      version: { $case: 'versionId', value: id },
    });
    expect(report).toMatchObject({
      version: { id, number: 2 },
      paths: { method: 'all', checked: 2, total: 2 },
      unreachableVariants: { total: 1, first: ['c'] },
      idleOptions: { total: 1, first: [{ step: 1, option: 'x' }] },
    });
  });

  it('checks steps that are no version yet', async () => {
    const { company, start } = matchers;
    const matcher = await start();
    const steps = [stepOf(1, { x: { require: ['t:none'] } }, { strict: true })];
    const report = await matcher.check({
      companyId: company,
      funnelId: `${company}-funnel`,
      version: { $case: 'stepsJson', value: json.encode(steps) },
    });
    expect(report).not.toHaveProperty('version');
    expect(report.deadEnds).toMatchObject({ total: 1, first: [{ answers: [], paths: 1 }] });
  });

  it.each([
    ['a version of another funnel is NOT_FOUND', 'NOT_FOUND', (company: string) => `${company}-v1`],
    ['no version at all is INVALID_REQUEST', 'INVALID_REQUEST', () => undefined],
  ])('%s', async (_name, code, versionId) => {
    const { company, start } = matchers;
    const matcher = await start();
    const value = versionId(company);
    const version = value === undefined ? {} : { version: { $case: 'versionId' as const, value } };
    await expect(matcher.check({ companyId: company, funnelId: 'another', ...version })).rejects.toMatchObject({
      code,
    });
  });
});
