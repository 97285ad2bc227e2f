import { Button, Group, TextInput, VisuallyHidden } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useI18n } from '../i18n/i18n.js';

/** A value to copy. A keyboard finds it as a field that is read only. @param onCopied - it is on the clipboard. */
export function CopyField({ label, value, onCopied }: { label: string; value: string; onCopied?: () => void }) {
  const { t } = useI18n();
  const clipboard = useClipboard({ timeout: 4_000 });
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
      <Button
        variant="default"
        onClick={() => {
          clipboard.copy(value);
          onCopied?.();
        }}
      >
        {clipboard.copied ? t('copy.done') : t('copy.copy')}
      </Button>
      <VisuallyHidden aria-live="polite">{clipboard.copied ? t('copy.done') : ''}</VisuallyHidden>
    </Group>
  );
}
