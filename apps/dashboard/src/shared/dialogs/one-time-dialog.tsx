import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyField } from '../fields/copy-field.js';
import { useShownOnce } from '../fields/use-shown-once.js';
import { Dialog } from './dialog.js';

/**
 * Creates a credential by a form and then shows it, with the forms in which it is needed. It exists in the memory of this dialog only.
 * docs/dashboard.md Y4.1, Y4.2.
 * @param fields - undefined until it is created.
 * @param children - what else is shown with it.
 */
export function OneTimeDialog(props: {
  fields: readonly { label: string; value: string }[] | undefined;
  form: ReactNode;
  texts: { form: string; created: string; once: string; notCopied: string; done: string; closeAnyway: string };
  onClose: () => void;
  children?: ReactNode;
}) {
  const { fields, texts } = props;
  const shown = useShownOnce(fields !== undefined, props.onClose);
  return (
    <Dialog
      onClose={shown.close}
      size="lg"
      title={fields ? texts.created : texts.form}
      closeOnClickOutside={fields === undefined}
    >
      {fields ? (
        <Stack>
          <Alert color="yellow">{texts.once}</Alert>
          {fields.map(({ label, value }) => (
            <CopyField key={label} label={label} value={value} onCopied={shown.onCopied} />
          ))}
          {props.children}
          {shown.isWarned && (
            <Text role="alert" c="var(--mantine-color-error)">
              {texts.notCopied}
            </Text>
          )}
          <Group justify="flex-end">
            <Button onClick={shown.close}>{shown.isWarned ? texts.closeAnyway : texts.done}</Button>
          </Group>
        </Stack>
      ) : (
        props.form
      )}
    </Dialog>
  );
}
