import { ALERTS } from './alerts.js';
import { BOARDS } from './boards/boards.js';
import { createRulesFile, createRulesTestFile, toRunbookPath } from './rules-file.js';
import { createRunbook, createRunbookList } from './runbooks.js';

/** What is written from the tables of this folder: contents by path in the repository. */
export function createFiles(): Map<string, string> {
  return new Map([
    ['deploy/observability/alerts.yaml', createRulesFile()],
    ['deploy/observability/alerts.test.yaml', createRulesTestFile('1m')],
    ['deploy/observability/alerts-slow.test.yaml', createRulesTestFile('30m')],
    ['deploy/observability/alerts-days.test.yaml', createRulesTestFile('6h')],
    ['docs/runbooks/README.md', createRunbookList()],
    ...ALERTS.map((alert) => [toRunbookPath(alert), createRunbook(alert)] as const),
    ...BOARDS.map(({ uid, json }) => [`deploy/observability/boards/${uid}.json`, json] as const),
  ]);
}
