import type { ComponentProps } from 'react';
import { Dialog } from './dialog.js';
import { DialogForm } from './dialog-form.js';

/** A dialog that is one form. Canceling it closes it. */
export function FormDialog({
  title,
  onClose,
  ...form
}: Omit<ComponentProps<typeof DialogForm>, 'onCancel'> & { title: string; onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title={title}>
      <DialogForm {...form} onCancel={onClose} />
    </Dialog>
  );
}
