import { Alert, Badge, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { useI18n } from '../../i18n/i18n.js';
import { PlatformNavigation } from '../../shared/navigation/platform-navigation.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { PageTitle } from '../../shared/page-title.js';
import { Rows } from '../../shared/rows.js';
import { loadHealth } from './load-health.js';

const POLL_MS = 5_000;

const PURPOSES = {
  funnel: 'health.funnel',
  analysis: 'health.analysis',
  matcher: 'health.matcher',
  catalog: 'health.catalog',
  identity: 'health.identity',
  insight: 'health.insight',
  chat: 'health.chat',
} as const;

const toPurpose = (service: string) =>
  service in PURPOSES ? PURPOSES[service as keyof typeof PURPOSES] : 'health.other';

/** Which services answer. docs/dashboard.md Y19.4. */
export function Health() {
  const { t, time } = useI18n();
  const health = useQuery({
    queryKey: ['health'],
    queryFn: () => loadHealth(() => api.GET('/readyz')),
    refetchInterval: POLL_MS,
  });
  return (
    <Stack gap="md">
      <PageTitle title={t('health.title')} text={t('health.text')} />
      <PlatformNavigation />
      <Loaded query={health}>
        {(services) => (
          <>
            <div role="status">
              {services.every(({ isUp }) => isUp) ? (
                <Text>{t('health.all')}</Text>
              ) : (
                <Alert color="red">
                  <Text size="sm">{t('health.some')}</Text>
                </Alert>
              )}
            </div>
            <Rows
              caption={t('health.title')}
              items={services}
              toKey={({ name }) => name}
              columns={[
                { title: t('health.service'), cell: ({ name }) => name },
                { title: t('health.purpose'), cell: ({ name }) => t(toPurpose(name)) },
                {
                  title: t('health.state'),
                  cell: ({ isUp }) => (
                    <Badge color={isUp ? 'green' : 'red'} variant="dot">
                      {t(isUp ? 'health.up' : 'health.down')}
                    </Badge>
                  ),
                },
              ]}
            />
            <Text size="sm" c="dimmed">
              {t('health.checked', { time: time(new Date(health.dataUpdatedAt).toISOString()) })}
            </Text>
          </>
        )}
      </Loaded>
    </Stack>
  );
}
