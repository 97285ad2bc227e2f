import { Stack } from '@mantine/core';
import type { ComponentProps, FormEvent, ReactNode } from 'react';
import { ErrorNotice } from '../notices/error-notice.js';
import { DialogActions } from './dialog-actions.js';

/**
 * The form of a dialog: its fields, why it failed, and its buttons. It stays as it is while it is sent and when that fails.
 * @param more - further buttons, between cancel and the one that submits.
 */
export function DialogForm({
  onSubmit,
  error = null,
  children,
  more,
  ...actions
}: Omit<ComponentProps<typeof DialogActions>, 'children'> & {
  onSubmit: () => void;
  error?: Error | null;
  children: ReactNode;
  more?: ReactNode;
}) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {children}
        <ErrorNotice error={error} />
        <DialogActions {...actions}>{more}</DialogActions>
      </Stack>
    </form>
  );
}
