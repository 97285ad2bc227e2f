import { Anchor, Badge, Group, NativeSelect, Stack, Title } from '@mantine/core';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { Schemas } from '../../api/client.js';
import { useCompany } from '../../app/company.js';
import type { TextKey } from '../../i18n/areas.js';
import { useI18n } from '../../i18n/i18n.js';
import { FunnelNavigation } from '../../shared/funnel-navigation.js';
import { Loaded } from '../../shared/loaded.js';
import { Notice } from '../../shared/notice.js';
import { PageTitle } from '../../shared/page-title.js';
import { Rows } from '../../shared/rows.js';
import { Changes, findChanges } from './changes.js';
import { useFunnel, useVersionContent, useVersions } from './queries.js';
import type { Comparison } from './release-address.js';

type Version = Schemas['FunnelVersion'];

const COLORS: Record<Version['state'], string> = {
  DRAFT: 'blue',
  PUBLISHED: 'green',
  SUPERSEDED: 'gray',
  DISCARDED: 'gray',
};
const STATES = {
  DRAFT: 'versions.state.draft',
  PUBLISHED: 'versions.state.published',
  SUPERSEDED: 'versions.state.superseded',
  DISCARDED: 'versions.state.discarded',
} as const satisfies Record<Version['state'], TextKey>;

/** The history of a funnel: what was in force when, what differs, and the way back. docs/releases.md "Rollback". */
export function Versions() {
  const { t } = useI18n();
  const { handle } = useCompany();
  const { funnel: subdomain = '' } = useParams({ strict: false });
  const funnel = useFunnel(handle, subdomain);
  const versions = useVersions(handle, subdomain);
  return (
    <Stack gap="lg">
      <PageTitle title={t('versions.of', { funnel: funnel.data?.name ?? subdomain })} text={t('versions.text')} />
      <FunnelNavigation />
      <Loaded query={versions}>
        {(items) =>
          items.length === 0 ? (
            <Notice title={t('versions.empty')} text={t('versions.empty.text')} />
          ) : (
            <>
              <VersionRows items={items} more={versions} subdomain={subdomain} />
              <Compare items={items} subdomain={subdomain} />
            </>
          )
        }
      </Loaded>
    </Stack>
  );
}

function VersionRows(props: {
  items: readonly Version[];
  more: Parameters<typeof Rows>[0]['more'] & object;
  subdomain: string;
}) {
  const { t, time, number } = useI18n();
  const { handle } = useCompany();
  const base = `/c/${handle}/funnels/${props.subdomain}`;
  return (
    <Rows
      caption={t('versions.title')}
      items={props.items}
      toKey={({ id }) => id}
      more={props.more}
      columns={[
        { title: t('versions.number'), cell: (version) => number(version.number) },
        {
          title: t('versions.state'),
          cell: ({ state }) => (
            <Badge color={COLORS[state]} variant="dot">
              {t(STATES[state])}
            </Badge>
          ),
        },
        { title: t('versions.created'), cell: ({ createdAt }) => time(createdAt) },
        { title: t('versions.published'), cell: ({ publishedAt }) => time(publishedAt) },
        {
          title: t('list.actions'),
          cell: (version) =>
            version.state === 'DRAFT' ? (
              <Anchor component={Link} to={`${base}/release`}>
                {t('versions.release')}
              </Anchor>
            ) : (
              version.state === 'SUPERSEDED' && (
                <Anchor
                  aria-label={t('versions.back.named', { number: version.number })}
                  renderRoot={(root) => (
                    <Link {...root} to={`${base}/release`} search={{ version: version.id } as never} />
                  )}
                >
                  {t('versions.back')}
                </Anchor>
              )
            ),
        },
      ]}
    />
  );
}

/** Two versions side by side, as sentences. The choice is in the address. */
function Compare({ items, subdomain }: { items: readonly Version[]; subdomain: string }) {
  const { t, time } = useI18n();
  const { handle } = useCompany();
  const navigate = useNavigate();
  const search: Comparison = useSearch({ strict: false });
  const published = items.find(({ state }) => state === 'PUBLISHED');
  const from = search.from ?? published?.id ?? items.at(-1)?.id ?? '';
  const to = search.to ?? items[0]?.id ?? '';
  const set = (change: Comparison) =>
    void navigate({
      to: `/c/${handle}/funnels/${subdomain}/releases`,
      search: { from, to, ...change } as never,
      replace: true,
      resetScroll: false,
    });
  const data = items.map(({ id, number, state, createdAt }) => ({
    value: id,
    label: t('versions.choice', { number, state: t(STATES[state]), time: time(createdAt) }),
  }));
  if (items.length < 2) return null;
  return (
    <Stack gap="sm" component="section" aria-label={t('versions.compare')}>
      <Title order={2} size="h4">
        {t('versions.compare')}
      </Title>
      <Group gap="md">
        <NativeSelect
          label={t('versions.from')}
          data={data}
          value={from}
          onChange={({ currentTarget }) => set({ from: currentTarget.value })}
          flex="1 1 14rem"
        />
        <NativeSelect
          label={t('versions.to')}
          data={data}
          value={to}
          onChange={({ currentTarget }) => set({ to: currentTarget.value })}
          flex="1 1 14rem"
        />
      </Group>
      <Differences subdomain={subdomain} from={from} to={to} />
    </Stack>
  );
}

function Differences({ subdomain, from, to }: { subdomain: string; from: string; to: string }) {
  const { locale } = useI18n();
  const { handle } = useCompany();
  const before = useVersionContent(handle, subdomain, from);
  const after = useVersionContent(handle, subdomain, to);
  return (
    <div aria-live="polite">
      <Loaded query={before}>
        {(was) => <Loaded query={after}>{(is) => <Changes changes={findChanges(was, is, locale)} />}</Loaded>}
      </Loaded>
    </div>
  );
}
