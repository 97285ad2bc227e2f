import { afterAll, beforeAll, describe } from 'vitest';
import { access } from '../../suites/management/access.js';
import { apply } from '../../suites/management/apply.js';
import { commandLine } from '../../suites/management/command-line.js';
import { concurrency } from '../../suites/management/concurrency.js';
import { consequences } from '../../suites/management/consequences.js';
import { edits } from '../../suites/management/edits.js';
import { explanation } from '../../suites/management/explanation.js';
import { exporting } from '../../suites/management/export.js';
import { imports } from '../../suites/management/imports.js';
import { keys } from '../../suites/management/keys.js';
import { pictures } from '../../suites/management/pictures.js';
import { publishing } from '../../suites/management/publishing.js';
import { replay } from '../../suites/management/replay.js';
import { rollback } from '../../suites/management/rollback.js';
import { tagging } from '../../suites/management/tagging.js';
import { validation } from '../../suites/management/validation.js';
import { versions } from '../../suites/management/versions.js';
import { warnings } from '../../suites/management/warnings.js';
import type { Launched } from '../../support/processes.js';
import { startSystem } from '../../support/start-system.js';

/** Management.md over HTTP, sentence by sentence. One system for all. */
describe('the management API', () => {
  let system: Launched;
  beforeAll(async () => {
    system = await startSystem();
  });
  afterAll(() => system?.stop());

  for (const suite of [
    access,
    apply,
    validation,
    versions,
    publishing,
    edits,
    tagging,
    warnings,
    exporting,
    keys,
    imports,
    concurrency,
    commandLine,
    explanation,
    consequences,
    rollback,
    replay,
    pictures,
  ])
    suite(() => ({ ...system, isWhole: true }));
});
