import { Alert, Button, Group, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { useI18n } from '../i18n/i18n.js';
import { applicationVersion } from './application-version.js';

const CHECK_MS = 5 * 60_000;

/**
 * A new version is loaded by its button or with the next navigation, never by itself. Where changes are not saved, the browser asks
 * before. docs/dashboard.md Y2.7.
 */
export function VersionBanner() {
  const { t } = useI18n();
  const router = useRouter();
  const isNew = useSyncExternalStore(applicationVersion.subscribe, applicationVersion.get);
  useEffect(() => {
    const check = () => void (document.visibilityState === 'visible' && applicationVersion.check());
    const timer = setInterval(check, CHECK_MS);
    document.addEventListener('visibilitychange', check);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', check);
    };
  }, []);
  useEffect(() => {
    if (!isNew) return;
    return router.subscribe('onBeforeNavigate', ({ pathChanged, toLocation }) => {
      if (pathChanged) location.assign(toLocation.href);
    });
  }, [isNew, router]);
  return (
    <div role="status">
      {isNew && (
        <Alert title={t('version.title')} mb="md">
          <Group justify="space-between">
            <Text size="sm">{t('version.text')}</Text>
            <Button size="xs" variant="default" onClick={() => location.reload()}>
              {t('version.load')}
            </Button>
          </Group>
        </Alert>
      )}
    </div>
  );
}
