import { Alert, Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { api, load, type Schemas } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { Facts } from '../../shared/facts.js';
import { ErrorNotice } from '../../shared/notices/error-notice.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { PageTitle } from '../../shared/page-title.js';
import { Section } from '../../shared/section.js';
import { AttemptDetails, Folded, toReadable } from './attempt-details.js';
import { DeliveryState } from './delivery-state.js';

const REFRESH_MS = 2_000;

/** One delivery: what was sent, each attempt, and delivering it again. */
export function Delivery() {
  const { t } = useI18n();
  const { handle } = useCompany();
  const { delivery: id = '' } = useParams({ strict: false });
  const delivery = useQuery({
    queryKey: ['delivery', handle, id],
    queryFn: () =>
      load(
        api.GET('/api/admin/v1/companies/{handle}/webhooks/deliveries/{deliveryId}', {
          params: { path: { handle, deliveryId: id } },
        }),
      ),
    refetchInterval: ({ state }) => (state.data?.state === 'PENDING' ? REFRESH_MS : false),
  });
  return (
    <Stack gap="lg">
      <Anchor component={Link} to={`/c/${handle}/settings/webhooks`}>
        {t('webhooks.back')}
      </Anchor>
      <PageTitle title={t('webhooks.delivery')} text={id} />
      <Loaded query={delivery}>{(data) => <DeliveryDetails delivery={data} />}</Loaded>
    </Stack>
  );
}

function DeliveryDetails({ delivery }: { delivery: Schemas['Delivery'] }) {
  const { t, time } = useI18n();
  const { handle, can } = useCompany();
  const { id, analysisId, attemptLog } = delivery;
  const mayReadBodies = can('delivery.redeliver');
  const redeliver = useChange({
    run: () =>
      load(
        api.POST('/api/admin/v1/companies/{handle}/webhooks/deliveries/{deliveryId}/redeliver', {
          params: { path: { handle, deliveryId: id } },
        }),
      ),
    changes: ['delivery', handle, id],
  });
  return (
    <>
      <Facts
        facts={[
          { label: t('webhooks.state'), value: <DeliveryState state={delivery.state} /> },
          { label: t('webhooks.target'), value: t(delivery.target === 'crm' ? 'webhooks.crm' : 'webhooks.webhook') },
          {
            label: t('webhooks.analysis'),
            value: (
              <Anchor
                component={Link}
                {...({
                  to: '/c/$company/shoppers',
                  params: { company: handle },
                  search: { analysis: analysisId },
                } as object)}
              >
                {analysisId}
              </Anchor>
            ),
          },
          { label: t('webhooks.time'), value: time(delivery.createdAt) },
          { label: t('webhooks.next-attempt'), value: time(delivery.nextAttemptAt) },
          { label: t('webhooks.finished'), value: time(delivery.finishedAt) },
        ]}
      />
      {delivery.state === 'PENDING' && delivery.nextAttemptAt === null && (
        <Alert color="yellow">{t('webhooks.waits')}</Alert>
      )}
      <ErrorNotice error={redeliver.error} />
      <Group>
        <Button loading={redeliver.isPending} disabled={!mayReadBodies} onClick={() => redeliver.mutate(undefined)}>
          {t('webhooks.redeliver')}
        </Button>
        {!mayReadBodies && <Text size="sm">{t('webhooks.redeliver.role')}</Text>}
      </Group>
      {delivery.requestBody !== null ? (
        <Folded title={t('webhooks.request-body')}>{toReadable(delivery.requestBody)}</Folded>
      ) : (
        <Text c="dimmed">{t(mayReadBodies ? 'webhooks.no-body' : 'webhooks.body.role')}</Text>
      )}
      <Section title={t('webhooks.attempts')}>
        {attemptLog.length === 0 && <Text c="dimmed">{t('webhooks.no-attempts')}</Text>}
        {attemptLog.map((attempt) => (
          <Paper key={`${attempt.number} ${attempt.startedAt}`} withBorder p="md">
            <Text fw={600} mb="xs">
              {t('webhooks.attempt', { number: attempt.number, time: time(attempt.startedAt) })}
            </Text>
            <AttemptDetails attempt={attempt} />
          </Paper>
        ))}
      </Section>
    </>
  );
}
