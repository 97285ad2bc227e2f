import { Alert, List } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Schemas } from '../../api/client.js';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { Loaded } from '../../shared/loaded.js';
import { Section } from '../../shared/section.js';
import { useReplay } from '../releases/queries.js';
import type { Matching } from './queries.js';

/** What the newest shoppers would see with changes that are not saved. */
export function Trial(props: {
  subdomain: string;
  matching: Matching;
  check: UseQueryResult<Schemas['FunnelCheck'] | null>;
}) {
  const { subdomain, matching, check } = props;
  const { t, count } = useI18n();
  const { handle } = useCompany();
  const replay = useReplay(handle, subdomain, { last: 500, matching } as Schemas['ReplayRequest']);
  return (
    <Section title={t('rules.trial')} text={t('rules.trial.text')}>
      <div aria-live="polite">
        <Loaded query={replay}>{(report) => <Report report={report} />}</Loaded>
        {check.data && check.data.blockingDeadEnds > 0 && (
          <Alert color="red" mt="sm">
            {count('rules.trial.dead-ends', check.data.blockingDeadEnds)}
          </Alert>
        )}
      </div>
    </Section>
  );
}

function Report({ report }: { report: Schemas['ReplayReport'] | null }) {
  const { t, count, percent } = useI18n();
  if (report === null || report.analyses.replayed === 0) return t('rules.trial.none');
  const { analyses, variants } = report;
  const told = [
    count('rules.trial.changed', analyses.replayed, { changed: analyses.changed, share: percent(analyses.share) }),
    count('rules.trial.newly-empty', analyses.newlyEmpty),
    ...(analyses.noLongerEmpty > 0 ? [count('rules.trial.no-longer-empty', analyses.noLongerEmpty)] : []),
    count('rules.trial.gained', variants.gained.total),
    count('rules.trial.lost', variants.lost.total),
  ];
  return (
    <List size="sm">
      {told.map((text) => (
        <List.Item key={text}>{text}</List.Item>
      ))}
    </List>
  );
}
