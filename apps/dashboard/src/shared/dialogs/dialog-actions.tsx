import { Button, type ButtonProps, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useI18n } from '../../i18n/i18n.js';

/**
 * The end of a dialog's form: cancel, and the button that submits it.
 * @param children - what else can be done, in the middle.
 */
export function DialogActions(
  props: { action: string; onCancel: () => void; children?: ReactNode } & Pick<
    ButtonProps,
    'color' | 'disabled' | 'loading' | 'variant'
  >,
) {
  const { action, onCancel, children, ...button } = props;
  const { t } = useI18n();
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        {t('dialog.cancel')}
      </Button>
      {children}
      <Button type="submit" {...button}>
        {action}
      </Button>
    </Group>
  );
}
