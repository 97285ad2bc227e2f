import { Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useI18n } from '../../i18n/i18n.js';
import { Dialog } from './dialog.js';
import { DialogForm } from './dialog-form.js';

/**
 * Asks before something that cannot be undone. The dialog stays open, with the reason, if it fails.
 * @param typed - must be typed first.
 * @param color - of the button; red unless the action does no harm.
 */
export function ConfirmDialog(props: {
  title: string;
  action: string;
  change: { mutate: () => void; isPending: boolean; error: Error | null };
  onClose: () => void;
  children: ReactNode;
  typed?: string | undefined;
  color?: string;
}) {
  const { t } = useI18n();
  const [typed, setTyped] = useState('');
  const isReady = props.typed === undefined || typed.trim() === props.typed;
  const submit = () => {
    if (isReady) props.change.mutate();
  };
  return (
    <Dialog onClose={props.onClose} title={props.title}>
      <DialogForm
        onSubmit={submit}
        error={props.change.error}
        action={props.action}
        onCancel={props.onClose}
        color={props.color ?? 'red'}
        disabled={!isReady}
        loading={props.change.isPending}
      >
        <Text component="div">{props.children}</Text>
        {props.typed !== undefined && (
          <TextInput
            label={t('dialog.type', { text: props.typed })}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
        )}
      </DialogForm>
    </Dialog>
  );
}
