import { lazy, Suspense, useSyncExternalStore } from 'react';
import { openQuestion } from '../api/question.js';

const SignInDialog = lazy(async () => ({ default: (await import('./sign-in-dialog.js')).SignInDialog }));

/** The dialog, while a request waits for the user. */
export function SignInQuestion() {
  const question = useSyncExternalStore(openQuestion.subscribe, openQuestion.get);
  return <Suspense>{question && <SignInDialog question={question} />}</Suspense>;
}
