import { Badge, Button, Code, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, load, type Schemas } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { useMe } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { ConfirmDialog } from '../../shared/dialogs/confirm-dialog.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { toRole } from '../../shared/role.js';
import { Rows } from '../../shared/rows.js';
import { CreateTokenDialog } from './create-token-dialog.js';
import { getTokenState, type TokenState } from './token-state.js';

type Token = Schemas['ManagementToken'];

const COLORS: Record<TokenState, string> = { ACTIVE: 'green', ENDS_SOON: 'yellow', ENDED: 'gray', REVOKED: 'gray' };
const STATES = {
  ACTIVE: 'tokens.state.active',
  ENDS_SOON: 'tokens.state.soon',
  ENDED: 'tokens.state.ended',
  REVOKED: 'tokens.state.revoked',
} as const;

/** The user's own management tokens, of one company at a time. docs/dashboard.md Y43. */
export function Tokens() {
  const { t } = useI18n();
  const { memberships } = useMe();
  const [chosen, setChosen] = useState(memberships[0]?.handle);
  const membership = memberships.find(({ handle }) => handle === chosen);
  if (!membership) return <Text>{t('tokens.none')}</Text>;
  return (
    <Stack gap="sm">
      <Text c="dimmed">{t('tokens.text')}</Text>
      {memberships.length > 1 && (
        <NativeSelect
          label={t('tokens.company')}
          value={chosen}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          data={memberships.map(({ handle, name }) => ({ value: handle, label: name }))}
        />
      )}
      <CompanyTokens key={membership.handle} handle={membership.handle} role={membership.role} />
    </Stack>
  );
}

function CompanyTokens({ handle, role }: { handle: string; role: Token['role'] }) {
  const i18n = useI18n();
  const { t, time, day } = i18n;
  const [isCreating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<Token>();
  const tokens = useQuery({
    queryKey: ['management-tokens', handle],
    queryFn: () =>
      load(api.GET('/api/admin/v1/companies/{handle}/management-tokens', { params: { path: { handle } } })),
  });
  const now = Date.now();
  return (
    <>
      <Loaded query={tokens}>
        {({ data }) =>
          data.length === 0 ? (
            <Text>{t('tokens.empty')}</Text>
          ) : (
            <Rows
              caption={t('tokens.title')}
              items={data}
              toKey={({ id }) => id}
              columns={[
                { title: t('tokens.name'), cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
                {
                  title: t('tokens.value'),
                  cell: ({ lastFour }) => <Code style={{ whiteSpace: 'nowrap' }}>…{lastFour}</Code>,
                },
                { title: t('role.title'), cell: (token) => toRole(token.role, i18n) },
                { title: t('tokens.used'), cell: ({ lastUsedAt }) => time(lastUsedAt) },
                { title: t('tokens.ends'), cell: ({ expiresAt }) => day(expiresAt) },
                {
                  title: t('tokens.state'),
                  cell: (token) => {
                    const state = getTokenState(token, now);
                    return (
                      <Badge color={COLORS[state]} variant="dot">
                        {t(STATES[state])}
                      </Badge>
                    );
                  },
                },
                {
                  title: t('list.actions'),
                  cell: (token) =>
                    token.revokedAt === null && (
                      <Button
                        size="compact-sm"
                        variant="default"
                        aria-label={t('tokens.revoke.named', { name: token.name })}
                        onClick={() => setRevoked(token)}
                      >
                        {t('tokens.revoke')}
                      </Button>
                    ),
                },
              ]}
            />
          )
        }
      </Loaded>
      <Group>
        <Button variant="default" onClick={() => setCreating(true)}>
          {t('tokens.create')}
        </Button>
      </Group>
      {isCreating && <CreateTokenDialog company={handle} role={role} onClose={() => setCreating(false)} />}
      {revoked && <RevokeTokenDialog company={handle} token={revoked} onClose={() => setRevoked(undefined)} />}
    </>
  );
}

function RevokeTokenDialog(props: { company: string; token: Token; onClose: () => void }) {
  const { t } = useI18n();
  const path = { handle: props.company, tokenId: props.token.id };
  const revoke = useChange({
    run: () => load(api.DELETE('/api/admin/v1/companies/{handle}/management-tokens/{tokenId}', { params: { path } })),
    changes: ['management-tokens', props.company],
    onDone: props.onClose,
  });
  return (
    <ConfirmDialog
      title={t('tokens.revoke.named', { name: props.token.name })}
      action={t('tokens.revoke')}
      change={{ ...revoke, mutate: () => revoke.mutate(undefined) }}
      onClose={props.onClose}
    >
      {t('tokens.revoke.text')}
    </ConfirmDialog>
  );
}
