import { Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../api/client.js';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { Rows } from '../../shared/rows.js';
import { Section } from '../../shared/section.js';
import { hoursQuery } from './hours-query.js';

type Hours = Schemas['InsightHours'];

const FIGURES = [
  ['visits', 'release-figures.visits'],
  ['starts', 'release-figures.starts'],
  ['finishes', 'release-figures.finishes'],
  ['analyses', 'release-figures.analyses'],
  ['shown', 'release-figures.shown'],
] as const satisfies [keyof Hours['before'], string][];

/** The hour before a release next to the hour since. docs/dashboard.md Y14.8. @param props.at - of the release. */
export function ReleaseFigures({ funnel, at }: { funnel: string; at: string }) {
  const { t, time } = useI18n();
  const company = useCompany();
  const hours = useQuery({ ...hoursQuery(company.handle, funnel, at), enabled: company.can('insight.read') });
  if (!company.can('insight.read')) return null;
  return (
    <Section title={t('release-figures.title')} text={t('release-figures.text')}>
      <Loaded query={hours}>
        {({ before, after, until }) => (
          <Stack gap="xs">
            <Rows
              caption={t('release-figures.title')}
              items={FIGURES.map(([name, label]) => ({ name, label }))}
              toKey={({ name }) => name}
              columns={[
                { title: t('release-figures.figure'), cell: ({ label }) => t(label) },
                { title: t('release-figures.before'), isNumber: true, cell: ({ name }) => before[name] },
                { title: t('release-figures.after'), isNumber: true, cell: ({ name }) => after[name] },
              ]}
            />
            <Text size="sm" c="dimmed">
              {t('release-figures.until', { time: time(until) })}
            </Text>
            <Anchor component={Link} size="sm" to={`/c/${company.handle}/funnels/${funnel}/insight`}>
              {t('release-figures.more')}
            </Anchor>
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}
