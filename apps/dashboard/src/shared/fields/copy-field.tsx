import { Group, TextInput } from '@mantine/core';
import { CopyButton } from './copy-button.js';

/** A value to copy. A keyboard finds it as a field that is read only. @param onCopied - it is on the clipboard. */
export function CopyField({ label, value, onCopied }: { label: string; value: string; onCopied?: () => void }) {
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <TextInput
        label={label}
        value={value}
        readOnly
        flex={1}
        miw={0}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onCopy={onCopied}
      />
      <CopyButton value={value} onCopied={onCopied} />
    </Group>
  );
}
