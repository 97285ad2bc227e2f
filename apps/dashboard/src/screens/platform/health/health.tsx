import { Alert, Badge, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.js';
import { useI18n } from '../../../i18n/i18n.js';
import { PlatformNavigation } from '../../../shared/navigation/platform-navigation.js';
import { Loaded } from '../../../shared/notices/loaded.js';
import { PageTitle } from '../../../shared/page-title.js';
import { Rows } from '../../../shared/rows.js';
import { Ages } from './ages.js';
import { FailedWork } from './failed-work.js';
import { loadHealth } from './load-health.js';
import { POLL_MS, toPurpose, usePlatformHealth } from './state.js';

/** Which services answer, what runs, how old is what they know, and what failed. docs/dashboard.md Y19.4, Y19.5. */
export function Health() {
  const { t, time, list } = useI18n();
  const health = useQuery({
    queryKey: ['health'],
    queryFn: () => loadHealth(() => api.GET('/readyz')),
    refetchInterval: POLL_MS,
  });
  const state = usePlatformHealth();
  const findState = (name: string) => state.data?.services.find((service) => service.name === name);
  return (
    <Stack gap="lg">
      <PageTitle title={t('health.title')} text={t('health.text')} />
      <PlatformNavigation />
      <Loaded query={health}>
        {(services) => (
          <Stack gap="md">
            <div role="status">
              {services.every(({ isUp }) => isUp) ? (
                <Text>{t('health.all')}</Text>
              ) : (
                <Alert color="red">
                  <Text size="sm">{t('health.some')}</Text>
                </Alert>
              )}
              {state.data?.upgrading && (
                <Alert color="blue" mt="sm">
                  <Text size="sm">{t('health.upgrading', { release: state.data.release })}</Text>
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
                { title: t('health.release'), cell: ({ name }) => list(findState(name)?.releases ?? []) || '–' },
                {
                  title: t('health.processes'),
                  isNumber: true,
                  cell: ({ name }) => findState(name)?.processes || '–',
                },
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
          </Stack>
        )}
      </Loaded>
      <Loaded query={state}>
        {({ services }) => (
          <>
            <FailedWork services={services} />
            <Ages services={services} />
          </>
        )}
      </Loaded>
    </Stack>
  );
}
