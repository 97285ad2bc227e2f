/** Ends a run as FAILED. `message` becomes its reason and says what to change. */
export class ImportFailure extends Error {}
