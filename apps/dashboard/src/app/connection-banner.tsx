import { Alert, Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { connection } from '../api/connection.js';
import { reloadWhenBack } from '../api/queries.js';
import { useI18n } from '../i18n/i18n.js';

const RETRY_MS = 5_000;

async function ask(): Promise<void> {
  const isBack = await fetch('/healthz', { cache: 'no-store' }).then(
    () => true,
    () => false,
  );
  connection.report(isBack);
}

/** Says that the service cannot be reached, asks until it can, and then loads the screen's data again. docs/dashboard.md Y2.6. */
export function ConnectionBanner() {
  const { t } = useI18n();
  const queries = useQueryClient();
  const isReachable = useSyncExternalStore(connection.subscribe, connection.get);
  useEffect(() => reloadWhenBack(queries), [queries]);
  useEffect(() => {
    const lose = () => connection.report(false);
    addEventListener('offline', lose);
    return () => removeEventListener('offline', lose);
  }, []);
  useEffect(() => {
    if (isReachable) return;
    const timer = setInterval(ask, RETRY_MS);
    addEventListener('online', ask);
    return () => {
      clearInterval(timer);
      removeEventListener('online', ask);
    };
  }, [isReachable]);
  return (
    <div role="status">
      {!isReachable && (
        <Alert color="yellow" title={t('offline.title')} mb="md">
          <Group justify="space-between">
            <Text size="sm">{t('offline.text')}</Text>
            <Button size="xs" variant="default" onClick={() => void ask()}>
              {t('error.retry')}
            </Button>
          </Group>
        </Alert>
      )}
    </div>
  );
}
