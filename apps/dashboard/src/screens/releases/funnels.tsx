import { Anchor, Badge, Group, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../api/client.js';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { Loaded } from '../../shared/loaded.js';
import { Notice } from '../../shared/notice.js';
import { PageTitle } from '../../shared/page-title.js';
import { Rows } from '../../shared/rows.js';
import { useFunnels } from './queries.js';

type Funnel = Schemas['FunnelSummary'];

/** The funnels of the company, with what is published and what waits to be. */
export function Funnels() {
  const { t } = useI18n();
  const { handle } = useCompany();
  const funnels = useFunnels(handle);
  return (
    <Stack gap="lg">
      <PageTitle title={t('funnels.title')} text={t('funnels.text')} />
      <Loaded query={funnels}>
        {(items) =>
          items.length === 0 ? (
            <Notice title={t('funnels.empty')} text={t('funnels.empty.text')} />
          ) : (
            <FunnelRows items={items} more={funnels} />
          )
        }
      </Loaded>
    </Stack>
  );
}

function FunnelRows({ items, more }: { items: readonly Funnel[]; more: Parameters<typeof Rows>[0]['more'] & object }) {
  const { t, time } = useI18n();
  const { handle } = useCompany();
  const to = ({ subdomain }: Funnel, screen: '' | '/release' | '/releases' | '/rules') =>
    `/c/${handle}/funnels/${subdomain}${screen}`;
  return (
    <Rows
      caption={t('funnels.title')}
      items={items}
      toKey={({ id }) => id}
      more={more}
      columns={[
        {
          title: t('funnels.name'),
          cell: (funnel) => (
            <Anchor component={Link} to={to(funnel, '')} className="wrap-anywhere">
              {funnel.name}
            </Anchor>
          ),
        },
        {
          title: t('funnels.host'),
          cell: ({ host, subdomain }) => <span className="wrap-anywhere">{host ?? subdomain}</span>,
        },
        { title: t('funnels.state'), cell: (funnel) => <FunnelState funnel={funnel} /> },
        {
          title: t('funnels.published'),
          cell: ({ published }) =>
            published
              ? t('funnels.published.version', { number: published.number, time: time(published.publishedAt) })
              : '–',
        },
        {
          title: t('funnels.rules'),
          cell: (funnel) => (
            <Anchor
              component={Link}
              to={to(funnel, '/rules')}
              aria-label={t('funnels.rules.named', { funnel: funnel.name })}
            >
              {t('funnels.rules')}
            </Anchor>
          ),
        },
        {
          title: t('funnels.edit'),
          cell: ({ edit }) => (edit ? t('funnels.edit.at', { time: time(edit.updatedAt) }) : t('funnels.draft.none')),
        },
        {
          title: t('funnels.draft'),
          cell: (funnel) =>
            funnel.draft ? (
              <Anchor
                component={Link}
                to={to(funnel, '/release')}
                aria-label={t('funnels.release.named', { number: funnel.draft.number, funnel: funnel.name })}
              >
                {t('funnels.release', { number: funnel.draft.number })}
              </Anchor>
            ) : (
              t('funnels.draft.none')
            ),
        },
        {
          title: t('funnels.history'),
          cell: (funnel) => (
            <Anchor
              component={Link}
              to={to(funnel, '/releases')}
              aria-label={t('funnels.versions.named', { funnel: funnel.name })}
            >
              {t('funnels.versions')}
            </Anchor>
          ),
        },
      ]}
    />
  );
}

function FunnelState({ funnel }: { funnel: Funnel }) {
  const { t } = useI18n();
  if (funnel.paused) {
    return (
      <Badge color="yellow" variant="dot">
        {t('funnels.state.paused')}
      </Badge>
    );
  }
  return (
    <Group gap="xs">
      <Badge color={funnel.published ? 'green' : 'gray'} variant="dot">
        {t(funnel.published ? 'funnels.state.published' : 'funnels.state.unpublished')}
      </Badge>
    </Group>
  );
}
