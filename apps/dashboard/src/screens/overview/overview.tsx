import { Anchor, Badge, List, Skeleton, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas } from '../../api/client.js';
import { useCompany } from '../../app/company.js';
import { useCompanyName } from '../../app/company-name.js';
import { useI18n } from '../../i18n/i18n.js';
import { FunnelFigure } from '../../shared/funnel-data/funnel-figure.js';
import { ErrorNotice } from '../../shared/notices/error-notice.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { PageTitle } from '../../shared/page-title.js';
import { Rows } from '../../shared/rows.js';
import { Section } from '../../shared/section.js';
import { CompanyTiles } from './company-tiles.js';
import { listFirstSteps, type Notice } from './find-notices.js';
import { listNotices, type Overview as Parts, useOverview } from './queries.js';

/** What needs attention, the way to the first shopper, and the funnels. */
export function Overview() {
  const { t } = useI18n();
  const company = useCompany();
  const parts = useOverview(company);
  // What decides which sections there are comes first: none moves another one down when it appears.
  const isLoading = [parts.products, parts.funnels, parts.settings, parts.keys].some((part) => part.isLoading);
  return (
    <Stack gap="xl" maw="52rem">
      <PageTitle title={useCompanyName(company)} text={t('overview.text')} />
      <Attention parts={parts} />
      {isLoading ? (
        <Skeleton height={320} />
      ) : (
        <>
          <FirstSteps parts={parts} />
          {company.can('insight.read') && parts.funnels.data && parts.funnels.data.length > 0 && (
            <Section title={t('overview.figures')} text={t('overview.figures.text')}>
              <CompanyTiles funnels={parts.funnels.data} />
            </Section>
          )}
          <Section title={t('nav.funnels')}>
            <Loaded query={parts.funnels}>
              {(funnels) =>
                funnels.length === 0 ? (
                  <Text c="dimmed">{t('overview.funnels.none')}</Text>
                ) : (
                  <Funnels funnels={funnels} />
                )
              }
            </Loaded>
          </Section>
        </>
      )}
    </Stack>
  );
}

function Attention({ parts }: { parts: Parts }) {
  const { t } = useI18n();
  const { handle } = useCompany();
  const [now] = useState(() => Date.now());
  const queries = [parts.imports, parts.endpoints, parts.deadDeliveries, parts.keys, parts.funnels, parts.tests];
  const failed = queries.find(({ error, data }) => error !== null && data === undefined);
  const isLoading = queries.some(({ isLoading: each }) => each);
  const notices = listNotices(parts, now);
  return (
    <Section title={t('overview.attention')}>
      {failed && <ErrorNotice error={failed.error} onRetry={() => void failed.refetch()} />}
      {notices.length > 0 && (
        <List spacing="xs">
          {notices.map((notice) => (
            <List.Item key={notice.key}>
              <Anchor component={Link} inherit {...toLink(handle, notice)}>
                <Sentence notice={notice} />
              </Anchor>
            </List.Item>
          ))}
        </List>
      )}
      {isLoading && <Skeleton height={24} width="60%" />}
      {!isLoading && !failed && notices.length === 0 && <Text>{t('overview.attention.none')}</Text>}
    </Section>
  );
}

/** The address of a notice may have a search. */
const toLink = (handle: string, { screen }: Notice) => {
  const [path = '', search] = screen.split('?');
  return { to: `/c/${handle}/${path}`, search: Object.fromEntries(new URLSearchParams(search)) as never };
};

function Sentence({ notice }: { notice: Notice }) {
  const { t, time, day, count, number, percent } = useI18n();
  switch (notice.kind) {
    case 'HELD_IMPORT':
      return t('overview.held', { time: time(notice.at) });
    case 'FAILED_IMPORT':
      return t('overview.failed', { time: time(notice.at) });
    case 'ENDPOINT_OFF':
      return t('overview.endpoint-off', { time: time(notice.at) });
    case 'ENDPOINT_FAILING':
      return t('overview.endpoint-failing', { time: time(notice.at) });
    case 'DEAD_DELIVERIES':
      return count('overview.dead', notice.count);
    case 'KEY_EXPIRES':
      return t('overview.key', { name: notice.name, day: day(notice.at) });
    case 'DRAFT':
      return t('overview.draft', { name: notice.name, number: number(notice.number) });
    case 'TEST_DECIDED':
      return t('overview.decided', { name: notice.name });
    case 'EMPTY_TAB':
      return t('overview.empty-tab', { tab: notice.tab, name: notice.name, share: percent(notice.share) });
    case 'PAUSED':
      return t('overview.paused', { name: notice.name });
  }
}

const STEPS = {
  PRODUCTS: 'overview.step.products',
  FUNNEL: 'overview.step.funnel',
  PUBLISH: 'overview.step.publish',
  DOMAIN: 'overview.step.domain',
  KEY: 'overview.step.key',
} as const;

/** Until all of them are done. */
function FirstSteps({ parts: { products, funnels, settings, keys } }: { parts: Parts }) {
  const { t } = useI18n();
  const { handle, can } = useCompany();
  if (!products.data || !funnels.data || !settings.data || (can('key.manage') && !keys.data)) return null;
  const steps = listFirstSteps({
    hasProducts: products.data.length > 0,
    funnels: funnels.data,
    domains: settings.data.value.domains,
    keys: keys.data,
  });
  if (steps.every(({ isDone }) => isDone)) return null;
  return (
    <Section title={t('overview.steps')} text={t('overview.steps.text')}>
      <List type="ordered" spacing="xs">
        {steps.map(({ step, screen, isDone }) => (
          <List.Item key={step}>
            {isDone ? (
              t(STEPS[step])
            ) : (
              <Anchor component={Link} inherit to={`/c/${handle}/${screen}`}>
                {t(STEPS[step])}
              </Anchor>
            )}{' '}
            {isDone && (
              <Badge component="span" color="green" variant="light">
                {t('overview.step.done')}
              </Badge>
            )}
          </List.Item>
        ))}
      </List>
    </Section>
  );
}

function Funnels({ funnels }: { funnels: readonly Schemas['FunnelSummary'][] }) {
  const { t, time } = useI18n();
  const { handle } = useCompany();
  return (
    <Rows
      caption={t('nav.funnels')}
      items={funnels}
      toKey={({ id }) => id}
      columns={[
        {
          title: t('overview.funnel'),
          cell: ({ name, subdomain }) => (
            <Anchor component={Link} to={`/c/${handle}/funnels/${subdomain}`} className="wrap-anywhere">
              {name}
            </Anchor>
          ),
        },
        {
          title: t('overview.funnel.state'),
          cell: ({ published, paused }) => (
            <Badge variant="dot" color={paused ? 'yellow' : published ? 'green' : 'gray'}>
              {t(paused ? 'overview.funnel.paused' : published ? 'overview.funnel.live' : 'overview.funnel.new')}
            </Badge>
          ),
        },
        {
          title: t('overview.funnel.starts'),
          cell: ({ subdomain }) => <FunnelFigure funnel={subdomain} figure="starts" />,
        },
        {
          title: t('overview.funnel.completion'),
          cell: ({ subdomain }) => <FunnelFigure funnel={subdomain} figure="completionRate" />,
        },
        { title: t('overview.funnel.published'), cell: ({ published }) => time(published?.publishedAt) },
      ]}
    />
  );
}
