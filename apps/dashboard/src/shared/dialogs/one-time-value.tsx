import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyField } from '../fields/copy-field.js';
import type { useShownOnce } from '../fields/use-shown-once.js';

/** A credential in the dialog that has created it, with the forms in which it is needed. docs/dashboard.md Y4.1, Y4.2. */
export function OneTimeValue(props: {
  shown: ReturnType<typeof useShownOnce>;
  fields: readonly { label: string; value: string }[];
  texts: { once: string; notCopied: string; done: string; closeAnyway: string };
  children?: ReactNode;
}) {
  const { shown, fields, texts, children } = props;
  return (
    <Stack>
      <Alert color="yellow">{texts.once}</Alert>
      {fields.map(({ label, value }) => (
        <CopyField key={label} label={label} value={value} onCopied={shown.onCopied} />
      ))}
      {children}
      {shown.isWarned && (
        <Text role="alert" c="var(--mantine-color-error)">
          {texts.notCopied}
        </Text>
      )}
      <Group justify="flex-end">
        <Button onClick={shown.close}>{shown.isWarned ? texts.closeAnyway : texts.done}</Button>
      </Group>
    </Stack>
  );
}
