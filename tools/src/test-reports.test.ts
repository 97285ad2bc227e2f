import { expect, it } from 'vitest';
import { count, listFailures } from '../test-reports.mjs';

const RED = '\u001b[31m';
const vitest = {
  ...{ success: false, numPassedTests: 3, numFailedTests: 1, numPendingTests: 1, numTodoTests: 0 },
  testResults: [
    {
      ...{ name: '/a.test.ts', status: 'failed', message: '' },
      assertionResults: [
        { status: 'passed', fullName: 'a works', failureMessages: [] },
        {
          status: 'failed',
          fullName: 'b works',
          failureMessages: [`${RED}Error: 4 instead of 5\n\n  at b.ts:1`, 'again'],
        },
      ],
    },
    { name: '/c.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] },
  ],
};

const toTest = (status: string, ...messages: (string | null)[]) => ({
  status,
  results: messages.map((message) => (message === null ? {} : { error: { message } })),
});
const playwright = {
  stats: { expected: 2, unexpected: 1, flaky: 1, skipped: 0 },
  suites: [
    {
      file: 'specs/a.spec.ts',
      specs: [
        { title: 'passes', tests: [toTest('expected', null)] },
        { title: 'passes at last', tests: [toTest('flaky', 'Timeout', null)] },
      ],
      suites: [{ file: 'specs/a.spec.ts', specs: [{ title: 'fails', tests: [toTest('unexpected', 'One', 'Two')] }] }],
    },
  ],
};

it('a journey that passed only when it ran again has failed', () => {
  expect(count(playwright)).toEqual({ passed: 2, failed: 2, skipped: 0 });
});

it('a file without results is one failure where nothing else failed', () => {
  expect(count(vitest)).toEqual({ passed: 3, failed: 1, skipped: 1 });
  expect(count({ ...vitest, numFailedTests: 0 }).failed).toBe(1);
  expect(count({ ...vitest, numFailedTests: 0, success: true }).failed).toBe(0);
});

it('what failed is listed with its first message, without colors and empty lines', () => {
  expect(listFailures(vitest)).toEqual([
    { title: 'b works', message: 'Error: 4 instead of 5\n  at b.ts:1' },
    { title: '/c.test.ts', message: 'Cannot find module' },
  ]);
  expect(listFailures(playwright)).toEqual([
    { title: 'specs/a.spec.ts › passes at last', message: 'Timeout' },
    { title: 'specs/a.spec.ts › fails', message: 'One' },
  ]);
  const long = Array.from({ length: 50 }, (_, line) => `line ${line}`).join('\n');
  const [failure] = listFailures({ testResults: [{ ...vitest.testResults[1], message: long }] });
  expect(failure?.message.split('\n')).toHaveLength(12);
});
