import { Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useI18n } from '../../i18n/i18n.js';
import { ErrorNotice } from '../notices/error-notice.js';
import { Dialog } from './dialog.js';
import { DialogActions } from './dialog-actions.js';

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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) props.change.mutate();
  };
  return (
    <Dialog onClose={props.onClose} title={props.title}>
      <form onSubmit={submit}>
        <Stack>
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
          <ErrorNotice error={props.change.error} />
          <DialogActions
            action={props.action}
            onCancel={props.onClose}
            color={props.color ?? 'red'}
            disabled={!isReady}
            loading={props.change.isPending}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
