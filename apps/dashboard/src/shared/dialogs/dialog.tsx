import { Modal, type ModalProps } from '@mantine/core';
import { useI18n } from '../../i18n/i18n.js';
import { useReturnFocus } from './use-return-focus.js';

/** A dialog that is open as long as it is rendered. Its header is no banner of the page. */
export function Dialog(props: Omit<ModalProps, 'opened' | 'closeButtonProps' | 'attributes'>) {
  const { t } = useI18n();
  useReturnFocus();
  return (
    <Modal
      {...props}
      opened
      closeButtonProps={{ 'aria-label': t('dialog.close') }}
      attributes={{ header: { role: 'presentation' } }}
    />
  );
}
