import { Alert, List, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Schemas } from '../../api/client.js';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { useReplay } from '../check/queries.js';
import { Loaded } from '../notices/loaded.js';
import { Section } from '../section.js';
import { VariantCounts } from '../variant-counts.js';

/** What the newest shoppers would see with changes that are not saved. */
export function Trial(props: {
  subdomain: string;
  /** Parts as a replay takes them. */
  parts: Omit<Schemas['ReplayRequest'], 'last'>;
  check?: UseQueryResult<Schemas['FunnelCheck'] | null>;
  toVariantName?: (variantId: string) => string;
}) {
  const { subdomain, parts, check, toVariantName } = props;
  const { t, count } = useI18n();
  const { handle } = useCompany();
  const replay = useReplay(handle, subdomain, { last: 500, ...parts } as Schemas['ReplayRequest']);
  return (
    <Section title={t('draft.trial')} text={t('draft.trial.text')}>
      <div aria-live="polite">
        <Loaded query={replay}>{(report) => <Report report={report} toVariantName={toVariantName} />}</Loaded>
        {check?.data && check.data.blockingDeadEnds > 0 && (
          <Alert color="red" mt="sm">
            {count('draft.trial.dead-ends', check.data.blockingDeadEnds)}
          </Alert>
        )}
      </div>
    </Section>
  );
}

function Report(props: {
  report: Schemas['ReplayReport'] | null;
  toVariantName: ((variantId: string) => string) | undefined;
}) {
  const { report, toVariantName: toName } = props;
  const { t, count, percent } = useI18n();
  if (report === null || report.analyses.replayed === 0) return t('draft.trial.none');
  const { analyses, variants } = report;
  const told = [
    count('draft.trial.changed', analyses.replayed, { changed: analyses.changed, share: percent(analyses.share) }),
    count('draft.trial.newly-empty', analyses.newlyEmpty),
    ...(analyses.noLongerEmpty > 0 ? [count('draft.trial.no-longer-empty', analyses.noLongerEmpty)] : []),
    ...(report.tabs?.tabs ?? [])
      .filter(({ changed }) => changed > 0)
      .map(({ key, changed }) => count('draft.trial.tab', changed, { tab: key })),
  ];
  return (
    <Stack gap="xs">
      <List size="sm">
        {told.map((text) => (
          <List.Item key={text}>{text}</List.Item>
        ))}
      </List>
      <VariantCounts
        title={count('draft.trial.gained', variants.gained.total)}
        found={variants.gained}
        {...(toName ? { toName } : {})}
      />
      <VariantCounts
        title={count('draft.trial.lost', variants.lost.total)}
        found={variants.lost}
        {...(toName ? { toName } : {})}
      />
    </Stack>
  );
}
