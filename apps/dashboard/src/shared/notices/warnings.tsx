import { Alert, List } from '@mantine/core';
import { useI18n } from '../../i18n/i18n.js';

/** What a change was accepted with, although it has no effect yet. */
export function Warnings({ warnings = [] }: { warnings?: readonly { path: string; message: string }[] | undefined }) {
  const { t } = useI18n();
  if (warnings.length === 0) return null;
  return (
    <Alert color="yellow" title={t('warnings.title')}>
      <List size="sm">
        {warnings.map(({ path, message }) => (
          <List.Item key={`${path} ${message}`}>{message}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
