import { newKey } from '../quiz/new-key.js';

/** Id of this page load, in memory only: reports have it, and a test assigns by it. docs/insight.md N4.1. */
export const visitId = newKey();
