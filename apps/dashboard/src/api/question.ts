import type { Ask, Need } from './sign-in-gate.js';

export interface Question {
  need: Need;
  answer(isConfirmed: boolean): void;
}

let question: Question | undefined;
const listeners = new Set<() => void>();

function set(next: Question | undefined): void {
  question = next;
  for (const listener of listeners) listener();
}

/** Shows the dialog of `SignInDialog` and waits for it. */
export const askForSignIn: Ask = (need) =>
  new Promise((resolve) => {
    set({
      need,
      answer: (isConfirmed) => {
        set(undefined);
        resolve(isConfirmed);
      },
    });
  });

/** The open question, for `useSyncExternalStore`. */
export const openQuestion = {
  get: () => question,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
