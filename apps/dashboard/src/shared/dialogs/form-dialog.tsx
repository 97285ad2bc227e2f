import type { ComponentProps } from 'react';
import { Dialog } from './dialog.js';
import { DialogForm } from './dialog-form.js';

/** A dialog that is one form. Canceling it closes it. */
export function FormDialog({
  title,
  onClose,
  size = 'md',
  ...form
}: Omit<ComponentProps<typeof DialogForm>, 'onCancel'> & { title: string; size?: 'md' | 'lg'; onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title={title} size={size}>
      <DialogForm {...form} onCancel={onClose} />
    </Dialog>
  );
}
