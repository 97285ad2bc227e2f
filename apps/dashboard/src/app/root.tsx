import { Outlet } from '@tanstack/react-router';
import { SignInQuestion } from './sign-in-question.js';

/** Every screen, and the dialog that may come over it. */
export function Root() {
  return (
    <>
      <Outlet />
      <SignInQuestion />
    </>
  );
}
