import { Text } from '@mantine/core';
import { useI18n } from '../../i18n/i18n.js';

/** Says that a form is saved; screen readers announce it. */
export function Saved({ isVisible }: { isVisible: boolean }) {
  const { t } = useI18n();
  return (
    <Text role="status" c="dimmed" size="sm">
      {isVisible ? t('save.done') : ''}
    </Text>
  );
}
