import { Anchor, Badge, Group, NativeSelect, Stack, Title } from '@mantine/core';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { Schemas } from '../../api/client.js';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { useFunnel } from '../../shared/funnel-data/queries.js';
import { FunnelNavigation } from '../../shared/navigation/funnel-navigation.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { Notice } from '../../shared/notices/notice.js';
import { PageTitle } from '../../shared/page-title.js';
import { Rows } from '../../shared/rows.js';
import { Changes } from './changes.js';
import { useDiff, useReleases } from './queries.js';
import type { Comparison } from './release-address.js';
import { UndoRelease } from './undo/undo-release.js';

type Release = Schemas['FunnelRelease'];

/** The history of a funnel: what was in force when, what differs, and the way back. docs/dashboard.md Y38. */
export function Releases() {
  const { t } = useI18n();
  const { handle, can } = useCompany();
  const { funnel: subdomain = '' } = useParams({ strict: false });
  const funnel = useFunnel(handle, subdomain);
  const releases = useReleases(handle, subdomain);
  const newest = can('funnel.publish') ? releases.data?.[0] : undefined;
  return (
    <Stack gap="lg">
      <PageTitle title={t('releases.of', { funnel: funnel.data?.name ?? subdomain })} text={t('releases.text')} />
      <FunnelNavigation />
      <Loaded query={releases}>
        {(items) =>
          items.length === 0 ? (
            <Notice title={t('releases.empty')} text={t('releases.empty.text')} />
          ) : (
            <>
              {newest?.inForce && (
                <UndoRelease
                  key={newest.number}
                  subdomain={subdomain}
                  number={newest.number}
                  releasedAt={newest.releasedAt}
                  onUndone={() => {}}
                />
              )}
              <ReleaseRows items={items} more={releases} subdomain={subdomain} />
              <Compare items={items} subdomain={subdomain} hasEdit={Boolean(funnel.data?.edit)} />
            </>
          )
        }
      </Loaded>
    </Stack>
  );
}

function ReleaseRows(props: {
  items: readonly Release[];
  more: Parameters<typeof Rows>[0]['more'] & object;
  subdomain: string;
}) {
  const { t, time, number } = useI18n();
  const { handle } = useCompany();
  return (
    <Rows
      caption={t('releases.title')}
      items={props.items}
      toKey={(release) => String(release.number)}
      more={props.more}
      columns={[
        { title: t('releases.number'), cell: (release) => number(release.number) },
        { title: t('releases.version'), cell: ({ version }) => number(version.number) },
        { title: t('releases.released'), cell: ({ releasedAt }) => time(releasedAt) },
        { title: t('releases.by'), cell: ({ releasedBy }) => releasedBy ?? t('releases.by.file') },
        {
          title: t('releases.note'),
          cell: ({ note, restored }) => (
            <span className="wrap-anywhere">
              {[restored === null ? null : t('releases.restored', { number: restored }), note]
                .filter(Boolean)
                .join(' · ')}
            </span>
          ),
        },
        {
          title: t('list.actions'),
          cell: (release) =>
            release.inForce ? (
              <Badge color="green" variant="dot">
                {t('releases.in-force')}
              </Badge>
            ) : (
              <Anchor
                aria-label={t('releases.back.named', { number: release.number })}
                renderRoot={(root) => (
                  <Link
                    {...root}
                    to={`/c/${handle}/funnels/${props.subdomain}/release`}
                    search={{ release: String(release.number) } as never}
                  />
                )}
              >
                {t('releases.back')}
              </Anchor>
            ),
        },
      ]}
    />
  );
}

/** Two states side by side, as sentences. The choice is in the address. */
function Compare({ items, subdomain, hasEdit }: { items: readonly Release[]; subdomain: string; hasEdit: boolean }) {
  const { t, time } = useI18n();
  const { handle } = useCompany();
  const navigate = useNavigate();
  const search: Comparison = useSearch({ strict: false });
  const newest = String(items[0]?.number);
  const from = search.from ?? String(items[1]?.number ?? newest);
  const to = search.to ?? newest;
  const set = (change: Comparison) =>
    void navigate({
      to: `/c/${handle}/funnels/${subdomain}/releases`,
      search: { from, to, ...change } as never,
      replace: true,
      resetScroll: false,
    });
  const data = [
    ...(hasEdit ? [{ value: 'edit', label: t('releases.choice.edit') }] : []),
    ...items.map(({ number, version, releasedAt }) => ({
      value: String(number),
      label: t('releases.choice', { number, version: version.number, time: time(releasedAt) }),
    })),
  ];
  if (data.length < 2) return null;
  return (
    <Stack gap="sm" component="section" aria-label={t('releases.compare')}>
      <Title order={2} size="h4">
        {t('releases.compare')}
      </Title>
      <Group gap="md">
        <NativeSelect
          label={t('releases.from')}
          data={data}
          value={from}
          onChange={({ currentTarget }) => set({ from: currentTarget.value })}
          flex="1 1 14rem"
        />
        <NativeSelect
          label={t('releases.to')}
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

const toState = (value: string): string | number => (/^\d+$/.test(value) ? Number(value) : value);

function Differences({ subdomain, from, to }: { subdomain: string; from: string; to: string }) {
  const { locale } = useI18n();
  const { handle } = useCompany();
  const diff = useDiff(handle, subdomain, { from: toState(from), to: toState(to) }, locale);
  return (
    <div aria-live="polite">
      <Loaded query={diff}>{({ changes }) => <Changes changes={changes} />}</Loaded>
    </div>
  );
}
