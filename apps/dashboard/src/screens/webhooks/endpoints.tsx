import { Alert, Badge, Box, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, load, type Schemas } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { type CompanySettings, settingsQuery } from '../../api/settings.js';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { ErrorNotice } from '../../shared/notices/error-notice.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { CrmDialog } from './crm-dialog.js';
import { TARGET_TEXTS, TARGETS } from './filter.js';
import { RemoveEndpointDialog } from './remove-endpoint-dialog.js';
import { SecretDialog } from './secret-dialog.js';
import { TestDialog } from './test-dialog.js';
import { WebhookDialog } from './webhook-dialog.js';

type Endpoint = Schemas['DeliveryEndpoint'];
type Target = Endpoint['target'];

/** Of both cards while nothing is set up, so that what follows stays in its place while they are loaded. */
const HEIGHT = '18.25rem';

const PURPOSES = { webhook: 'webhooks.webhook.text', crm: 'webhooks.crm.text' } as const;
const REASONS = { GONE: 'webhooks.off.gone', FAILED_FOR_TOO_LONG: 'webhooks.off.failed' } as const;

export function Endpoints() {
  const { handle } = useCompany();
  const endpoints = useQuery({
    queryKey: ['endpoints', handle],
    queryFn: () =>
      load(api.GET('/api/admin/v1/companies/{handle}/webhooks/endpoints', { params: { path: { handle } } })),
    refetchInterval: 10_000,
  });
  const settings = useQuery(settingsQuery(handle));
  return (
    <Box mih={HEIGHT}>
      <Loaded query={settings}>
        {({ value }) => (
          <Loaded query={endpoints}>
            {({ data }) => (
              <Stack gap="sm">
                {TARGETS.map((target) => (
                  <EndpointCard
                    key={target}
                    target={target}
                    endpoint={value[target] ? data.find((each) => each.target === target) : undefined}
                    settings={value}
                  />
                ))}
              </Stack>
            )}
          </Loaded>
        )}
      </Loaded>
    </Box>
  );
}

function EndpointCard(props: { target: Target; endpoint: Endpoint | undefined; settings: CompanySettings }) {
  const { t, time } = useI18n();
  const { handle, can } = useCompany();
  const [open, setOpen] = useState<'edit' | 'remove' | 'secret' | 'test'>();
  const { target, endpoint, settings } = props;
  const mayWrite = can('settings.write');
  const enable = useChange({
    run: () =>
      load(
        api.POST('/api/admin/v1/companies/{handle}/webhooks/endpoints/{target}/enable', {
          params: { path: { handle, target } },
        }),
      ),
    changes: ['endpoints', handle],
  });
  const close = () => setOpen(undefined);
  const secret = target === 'webhook' ? settings.webhook?.secret : settings.crm?.apiKey;
  const isSet = settings[target] !== null;
  return (
    <Paper withBorder p="md" component="section" aria-label={t(TARGET_TEXTS[target])}>
      <Stack gap="xs">
        <Group justify="space-between">
          <Text fw={600}>{t(TARGET_TEXTS[target])}</Text>
          {endpoint && (
            <Badge color={endpoint.state === 'ENABLED' ? 'green' : 'red'} variant="dot">
              {t(endpoint.state === 'ENABLED' ? 'webhooks.on' : 'webhooks.off')}
            </Badge>
          )}
        </Group>
        {isSet ? (
          <Text className="wrap-anywhere">
            {endpoint?.url ?? (target === 'webhook' ? settings.webhook?.url : settings.crm?.baseUrl)}
          </Text>
        ) : (
          <Text c="dimmed">{t(PURPOSES[target])}</Text>
        )}
        {secret && (
          <Text size="sm" c="dimmed">
            {t('webhooks.secret.last-four', { lastFour: secret.lastFour })}
          </Text>
        )}
        {target === 'webhook' && settings.webhook?.formerSecretUntil && (
          <Text size="sm" c="dimmed">
            {t('webhooks.secret.both', { time: time(settings.webhook.formerSecretUntil) })}
          </Text>
        )}
        {endpoint?.disabledReason && (
          <Alert color="red">
            <Text size="sm">{t(REASONS[endpoint.disabledReason], { time: time(endpoint.disabledAt) })}</Text>
          </Alert>
        )}
        {endpoint?.state === 'ENABLED' && endpoint.failingSince && (
          <Alert color="yellow">
            <Text size="sm">{t('webhooks.failing', { time: time(endpoint.failingSince) })}</Text>
          </Alert>
        )}
        {endpoint && endpoint.pending > 0 && <Pending count={endpoint.pending} />}
        <ErrorNotice error={enable.error} />
        <Group gap="xs">
          {endpoint?.state === 'DISABLED' && (
            <Button
              size="xs"
              loading={enable.isPending}
              disabled={!can('integration.write')}
              onClick={() => enable.mutate(undefined)}
            >
              {t('webhooks.enable')}
            </Button>
          )}
          {target === 'webhook' && isSet && (
            <Button size="xs" variant="default" disabled={!can('delivery.redeliver')} onClick={() => setOpen('test')}>
              {t('webhooks.test')}
            </Button>
          )}
          <Button size="xs" variant="default" disabled={!mayWrite} onClick={() => setOpen('edit')}>
            {t(isSet ? 'webhooks.change' : 'webhooks.set-up')}
          </Button>
          {target === 'webhook' && isSet && (
            <Button size="xs" variant="default" disabled={!can('key.manage')} onClick={() => setOpen('secret')}>
              {t('webhooks.secret.new')}
            </Button>
          )}
          {isSet && (
            <Button size="xs" variant="default" disabled={!mayWrite} onClick={() => setOpen('remove')}>
              {t('webhooks.remove')}
            </Button>
          )}
        </Group>
        {!mayWrite && (
          <Text size="sm" c="dimmed">
            {t('webhooks.read-only')}
          </Text>
        )}
      </Stack>
      {open === 'edit' &&
        (target === 'webhook' ? (
          <WebhookDialog handle={handle} current={settings.webhook} onClose={close} />
        ) : (
          <CrmDialog handle={handle} current={settings.crm} onClose={close} />
        ))}
      {open === 'remove' && <RemoveEndpointDialog handle={handle} target={target} onClose={close} />}
      {open === 'secret' && <SecretDialog handle={handle} onClose={close} />}
      {open === 'test' && <TestDialog handle={handle} onClose={close} />}
    </Paper>
  );
}

function Pending({ count: pending }: { count: number }) {
  const { count } = useI18n();
  return <Text size="sm">{count('webhooks.pending', pending)}</Text>;
}
