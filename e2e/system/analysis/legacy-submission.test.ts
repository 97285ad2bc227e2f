import { describe } from 'vitest';
import { answers } from '../../suites/legacy-submission/answers.js';
import { cors } from '../../suites/legacy-submission/cors.js';
import { idempotency } from '../../suites/legacy-submission/idempotency.js';
import { payload } from '../../suites/legacy-submission/payload.js';
import { validation } from '../../suites/legacy-submission/validation.js';
import { versions } from '../../suites/legacy-submission/versions.js';
import { useSubmissions } from '../../support/submissions.js';

/** docs/contract.md C14. One system for all. */
describe('POST /api/analyses on a funnel host', () => {
  const context = useSubmissions();
  for (const suite of [answers, validation, versions, payload, idempotency, cors]) suite(context);
});
