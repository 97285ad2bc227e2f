import { Alert, Button, Group, List, Text } from '@mantine/core';
import { ApiError } from '../../api/api-error.js';
import { useI18n } from '../../i18n/i18n.js';
import { toErrorTitle } from './error-title.js';

/**
 * What failed, in the part of the screen that failed: a sentence in the user's language, what the service says, each problem, and the
 * request's id for support.
 */
export function ErrorNotice({ error, onRetry }: { error: Error | null; onRetry?: () => void }) {
  const i18n = useI18n();
  if (!error) return null;
  const options = error instanceof ApiError ? error.options : {};
  return (
    <Alert color="red" variant="light" role="alert" title={toErrorTitle(error, i18n)}>
      {!(error instanceof ApiError && error.code === 'OFFLINE') && <Text size="sm">{error.message}</Text>}
      {options.details && (
        <List size="sm" mt="xs">
          {options.details.map(({ path, message }) => (
            <List.Item key={`${path} ${message}`}>{message}</List.Item>
          ))}
        </List>
      )}
      <Group gap="md" mt="xs">
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            {i18n.t('error.retry')}
          </Button>
        )}
        {options.requestId && (
          <Text size="xs" className="wrap-anywhere">
            {i18n.t('error.request', { id: options.requestId })}
          </Text>
        )}
      </Group>
    </Alert>
  );
}
