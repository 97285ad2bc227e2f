import { Alert, Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api, load, type Schemas } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { ConfirmDialog } from '../../shared/dialogs/confirm-dialog.js';
import { Facts } from '../../shared/facts.js';
import { ErrorNotice } from '../../shared/notices/error-notice.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { Notice } from '../../shared/notices/notice.js';
import { Section } from '../../shared/section.js';
import { catalogKey, useShop } from './queries.js';
import { RunLink } from './run-link.js';

type Shop = Schemas['ConnectedShop'];

const COLORS: Record<Shop['state'], string> = { CONNECTED: 'green', NEEDS_REINSTALL: 'red', UNINSTALLED: 'gray' };
const STATES = {
  CONNECTED: 'shop.state.connected',
  NEEDS_REINSTALL: 'shop.state.needs-reinstall',
  UNINSTALLED: 'shop.state.uninstalled',
} as const satisfies Record<Shop['state'], string>;

/** The Shopify shop of the company. docs/shopify.md. */
export function ShopSection() {
  const { t } = useI18n();
  const company = useCompany();
  const shop = useShop(company.handle);
  const canWrite = company.can('integration.write');
  return (
    <Section title={t('shop.title')} text={t('shop.text')}>
      <Loaded query={shop}>
        {(found) => (
          <>
            {found ? (
              <ConnectedShop shop={found} />
            ) : (
              !canWrite && <Notice title={t('shop.empty')} text={t('shop.read-only')} />
            )}
            {canWrite && found?.state !== 'CONNECTED' && <ConnectForm domain={found?.shop ?? ''} />}
          </>
        )}
      </Loaded>
    </Section>
  );
}

function ConnectedShop({ shop }: { shop: Shop }) {
  const { t, time } = useI18n();
  const company = useCompany();
  const { handle } = company;
  const [isAsking, setAsking] = useState(false);
  const params = { path: { handle } };
  const sync = useChange({
    run: () => load(api.POST('/api/admin/v1/companies/{handle}/shopify/sync', { params })),
    changes: catalogKey(handle),
  });
  const disconnect = useChange({
    run: () => load(api.DELETE('/api/admin/v1/companies/{handle}/shopify', { params })),
    changes: catalogKey(handle),
    onDone: () => setAsking(false),
  });
  return (
    <Stack gap="sm">
      {shop.problem !== undefined && <Alert color="yellow">{shop.problem}</Alert>}
      <Facts
        facts={[
          { label: t('shop.domain'), value: shop.shop },
          {
            label: t('imports.state'),
            value: (
              <Badge color={COLORS[shop.state]} variant="dot">
                {t(STATES[shop.state])}
              </Badge>
            ),
          },
          { label: t('shop.last'), value: time(shop.lastSyncAt) },
          { label: t('shop.next'), value: shop.syncing ? t('shop.syncing') : time(shop.nextSyncAt) },
          ...(shop.lastImportId
            ? [{ label: t('feed.last'), value: <RunLink id={shop.lastImportId}>{t('feed.last.open')}</RunLink> }]
            : []),
        ]}
      />
      <Group>
        {company.can('catalog.import') && shop.state === 'CONNECTED' && (
          <Button onClick={() => sync.mutate(undefined)} loading={sync.isPending} disabled={shop.syncing}>
            {t('shop.sync')}
          </Button>
        )}
        {company.can('integration.write') && (
          <Button variant="default" onClick={() => setAsking(true)}>
            {t('shop.disconnect')}
          </Button>
        )}
      </Group>
      <ErrorNotice error={sync.error} />
      {isAsking && (
        <ConfirmDialog
          title={t('shop.disconnect')}
          action={t('shop.disconnect')}
          change={{ ...disconnect, mutate: () => disconnect.mutate(undefined) }}
          onClose={() => setAsking(false)}
        >
          {t('shop.disconnect.text')}
        </ConfirmDialog>
      )}
    </Stack>
  );
}

/** Shopify asks the merchant for consent and then returns to the service. @param domain - of a shop that was connected before. */
function ConnectForm({ domain }: { domain: string }) {
  const { t } = useI18n();
  const { handle } = useCompany();
  const [shop, setShop] = useState(domain);
  const connect = useChange({
    run: (body: Schemas['ShopInstallRequest']) =>
      load(api.POST('/api/admin/v1/companies/{handle}/shopify/install', { params: { path: { handle } }, body })),
    changes: catalogKey(handle),
    onDone: ({ url }) => location.assign(url),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    connect.mutate({ shop: shop.trim() });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm" maw="30rem">
        <TextInput
          label={t('shop.domain')}
          description={t('shop.domain.text')}
          placeholder="glow.myshopify.com"
          value={shop}
          onChange={({ currentTarget }) => setShop(currentTarget.value)}
          required
        />
        <Text size="sm">{t('shop.connect.text')}</Text>
        <ErrorNotice error={connect.error} />
        <Group>
          <Button type="submit" loading={connect.isPending} variant="default">
            {t(domain === '' ? 'shop.connect' : 'shop.reconnect')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
