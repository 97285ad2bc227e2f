import { Button, VisuallyHidden } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useI18n } from '../../i18n/i18n.js';

/** Copies a value. @param onCopied - it is on the clipboard. */
export function CopyButton({ value, onCopied }: { value: string; onCopied?: (() => void) | undefined }) {
  const { t } = useI18n();
  const clipboard = useClipboard({ timeout: 4_000 });
  return (
    <>
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
    </>
  );
}
