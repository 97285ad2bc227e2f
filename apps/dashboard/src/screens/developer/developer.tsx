import { Alert, Badge, Button, Code, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api, load, type Schemas } from '../../api/client.js';
import { useList } from '../../api/queries.js';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { Notice } from '../../shared/notices/notice.js';
import { PageTitle } from '../../shared/page-title.js';
import { Rows } from '../../shared/rows.js';
import { CompanyValues } from './company-values.js';
import { CreateKeyDialog } from './create-key-dialog.js';
import { getKeyState, type KeyState, MAX_ACTIVE_KEYS } from './key-state.js';
import { RevokeKeyDialog } from './revoke-key-dialog.js';
import { RotationGuide } from './rotation-guide.js';

type ApiKey = Schemas['ApiKey'];

/** Company API Keys. The specification: name, optional expiry, the value is shown once. */
export function Developer() {
  const { t, count } = useI18n();
  const company = useCompany();
  const [isCreating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<ApiKey>();
  const keys = useList(['api-keys', company.handle], (cursor) =>
    load(
      api.GET('/api/admin/v1/companies/{handle}/api-keys', {
        params: { path: { handle: company.handle }, query: { limit: 100, ...(cursor ? { cursor } : {}) } },
      }),
    ),
  );
  const now = Date.now();
  const active = (keys.data ?? []).filter((key) => isUsable(getKeyState(key, now))).length;
  const isFull = active >= MAX_ACTIVE_KEYS;
  const create = (
    <Button onClick={() => setCreating(true)} disabled={!keys.data || isFull}>
      {t('keys.create')}
    </Button>
  );
  return (
    <Stack gap="lg">
      <PageTitle title={t('keys.title')} text={t('keys.text')} action={create} />
      <Loaded query={keys}>
        {(items) =>
          items.length === 0 ? (
            <Notice title={t('keys.empty')} text={t('keys.empty.text')} />
          ) : (
            <>
              <Text role="status">{count('keys.active', active, { max: MAX_ACTIVE_KEYS })}</Text>
              {isFull && <Alert color="yellow">{t('keys.full')}</Alert>}
              <KeyRows items={items} more={keys} now={now} onRevoke={setRevoked} />
            </>
          )
        }
      </Loaded>
      {(keys.data?.length ?? 0) > 0 && (
        <RotationGuide
          keys={(keys.data ?? []).filter((key) => isUsable(getKeyState(key, now)))}
          onRefresh={() => void keys.refetch()}
          onRevoke={setRevoked}
        />
      )}
      <CompanyValues />
      {isCreating && <CreateKeyDialog company={company.handle} onClose={() => setCreating(false)} />}
      {revoked && <RevokeKeyDialog company={company.handle} apiKey={revoked} onClose={() => setRevoked(undefined)} />}
    </Stack>
  );
}

const isUsable = (state: KeyState) => state === 'ACTIVE' || state === 'EXPIRES_SOON';

const COLORS: Record<KeyState, string> = { ACTIVE: 'green', EXPIRES_SOON: 'yellow', EXPIRED: 'gray', REVOKED: 'gray' };
const STATES = {
  ACTIVE: 'keys.state.active',
  EXPIRES_SOON: 'keys.state.expires-soon',
  EXPIRED: 'keys.state.expired',
  REVOKED: 'keys.state.revoked',
} as const;

function KeyRows(props: {
  items: readonly ApiKey[];
  more: Parameters<typeof Rows>[0]['more'] & object;
  now: number;
  onRevoke: (key: ApiKey) => void;
}) {
  const { t, time, day } = useI18n();
  return (
    <Rows
      caption={t('keys.title')}
      items={props.items}
      toKey={({ id }) => id}
      more={props.more}
      columns={[
        { title: t('keys.name'), cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
        { title: t('keys.value'), cell: ({ lastFour }) => <Code style={{ whiteSpace: 'nowrap' }}>…{lastFour}</Code> },
        { title: t('keys.scopes'), cell: ({ scopes }) => scopes.join(', ') },
        { title: t('keys.created'), cell: ({ createdAt }) => day(createdAt) },
        { title: t('keys.created-by'), cell: ({ createdBy }) => createdBy ?? t('keys.created-by.unknown') },
        { title: t('keys.last-used'), cell: ({ lastUsedAt }) => time(lastUsedAt) },
        { title: t('keys.expires'), cell: ({ expiresAt }) => (expiresAt ? day(expiresAt) : t('keys.never')) },
        {
          title: t('keys.state'),
          cell: (key) => {
            const state = getKeyState(key, props.now);
            return (
              <Badge color={COLORS[state]} variant="dot">
                {t(STATES[state])}
              </Badge>
            );
          },
        },
        {
          title: t('list.actions'),
          cell: (key) =>
            key.revokedAt === null && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={t('keys.revoke.named', { name: key.name })}
                onClick={() => props.onRevoke(key)}
              >
                {t('keys.revoke')}
              </Button>
            ),
        },
      ]}
    />
  );
}
