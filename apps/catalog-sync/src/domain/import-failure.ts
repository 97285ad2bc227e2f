import type { ImportFailureCode } from '@svc/domain';

/** A code with the values of its sentence, such as `line`. */
export interface RunFailure {
  code: ImportFailureCode;
  values: Readonly<Record<string, string>>;
}

/** Ends a run as FAILED. `message` becomes its reason and says what to change. */
export class ImportFailure extends Error {
  readonly failure: RunFailure;

  constructor(message: string, code: ImportFailureCode, values: Readonly<Record<string, string | number>> = {}) {
    super(message);
    this.failure = {
      code,
      values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
    };
  }
}
