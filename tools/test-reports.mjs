// Reads the JSON reports of vitest and of Playwright.
import { stripVTControlCharacters } from 'node:util';

/** @param {any} report - of either. @returns numbers of tests; one that passed only when it ran again has failed. */
export function count(report) {
  if (report.stats) {
    const { expected, unexpected, flaky, skipped } = report.stats;
    return { passed: expected, failed: unexpected + flaky, skipped };
  }
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + (report.success || report.numFailedTests > 0 ? 0 : 1),
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** What failed, with the beginning of the message of its first failure, without colors. @param {any} report */
export function listFailures(report) {
  return report.stats ? report.suites.flatMap(listInSuite) : report.testResults.flatMap(listInFile);
}

function listInFile({ name, status, message, assertionResults }) {
  const failed = assertionResults.filter((result) => result.status === 'failed');
  // A file that could not be loaded has no results.
  if (failed.length === 0 && status === 'failed') return [{ title: name, message: toBeginning(message) }];
  return failed.map(({ fullName, failureMessages }) => ({ title: fullName, message: toBeginning(failureMessages[0]) }));
}

function listInSuite({ file, specs = [], suites = [] }) {
  const own = specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected' || status === 'flaky'))
    .map(({ title, tests }) => {
      const failed = tests.flatMap(({ results }) => results).find(({ error }) => error);
      return { title: `${file} › ${title}`, message: toBeginning(failed?.error.message) };
    });
  return [...own, ...suites.flatMap(listInSuite)];
}

const MAX_LINES = 12;

function toBeginning(message = '') {
  return stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, MAX_LINES)
    .join('\n');
}
