import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { importWithout } from '@svc/kit/testing';
import { describe, expect, it } from 'vitest';
import { ORIGIN_CASES } from '../testing/origin-cases.js';
import type { requireDashboardOrigin } from './dashboard-origin.js';

/** A request with these headers as Node parses them. */
function toRequest(headers: (typeof ORIGIN_CASES)[number][1]): IncomingMessage {
  const req = new IncomingMessage(new Socket());
  for (const [name, value] of Object.entries(headers)) {
    for (const each of [value].flat()) req.rawHeaders.push(name, each);
    req.headers[name] = [value].flat()[0];
  }
  return req;
}

/** The cases whose outcome is not the expected one. */
const findFailures = (check: typeof requireDashboardOrigin): string[] =>
  ORIGIN_CASES.filter(([, headers, isAccepted]) => {
    try {
      check({ req: toRequest(headers) as never }, { scheme: 'https', baseDomain: 'svc.test:8080' } as never);
      return !isAccepted;
    } catch {
      return isAccepted;
    }
  }).map(([name]) => name);

const load = async (deleted: RegExp) =>
  (
    await importWithout<{ requireDashboardOrigin: typeof requireDashboardOrigin }>(
      new URL('./dashboard-origin.ts', import.meta.url),
      deleted,
      (copy) => import(copy),
    )
  ).requireDashboardOrigin;

describe('each check of the origin is needed (docs/identity.md I4.4)', () => {
  it('the check as it is decides every case', async () => {
    const { requireDashboardOrigin: check } = await import('./dashboard-origin.js');
    expect(findFailures(check)).toEqual([]);
  });

  it.each([
    ['the number of origins', /origins\.length === 1 &&/, 'two origins'],
    ['the origin', /origins\[0\] === getDashboardOrigin\(address\) &&/, 'a funnel host'],
    [
      'Fetch Metadata',
      /\(site === undefined \|\| site === 'same-origin'\) &&/,
      'the dashboard, but a same-site request',
    ],
    [
      'the type of the content',
      /&&\s+\(type === undefined \? !hasBody : SAFE_TYPE\.test\(type\)\)/,
      'the dashboard, but a form',
    ],
  ])('without %s a case fails', async (_, deleted, expected) => {
    expect(findFailures(await load(deleted))).toContain(expected);
  });
});
