import { Alert, List, Stack, Text } from '@mantine/core';
import { useI18n } from '../../../i18n/i18n.js';
import type { Replay } from '../../../shared/check/queries.js';
import { Facts } from '../../../shared/facts.js';
import { VariantCounts } from '../../../shared/variant-counts.js';
import { ReplayExamples } from './replay-examples.js';

/** What shoppers of the last days would have seen. docs/releases.md "Replay before release". */
export function ReplayReport(props: {
  replay: Replay | null;
  /** Left out: variants are shown by their ids. */
  toVariantName?: (id: string) => string;
}) {
  const { replay, toVariantName: toName = (id) => id } = props;
  const { t, count, number, percent } = useI18n();
  if (replay === null) return <Text>{t('replay.unpublished')}</Text>;
  const { analyses, top, variants, tabs } = replay;
  if (analyses.replayed === 0) return <Text>{t('replay.none')}</Text>;
  return (
    <Stack gap="sm">
      <Text size="sm">{count('replay.count', analyses.replayed)}</Text>
      {analyses.changed === 0 && <Alert color="green">{t('replay.same')}</Alert>}
      {analyses.newlyEmpty > 0 && <Alert color="red">{count('replay.newly-empty', analyses.newlyEmpty)}</Alert>}
      <Facts
        facts={[
          { label: t('replay.changed'), value: `${number(analyses.changed)} (${percent(analyses.share)})` },
          { label: t('replay.membership'), value: number(analyses.membershipChanged) },
          { label: t('replay.order'), value: number(analyses.orderChanged) },
          { label: t('replay.churn', { places: top.places }), value: percent(top.churn) },
          { label: t('replay.newly-empty.name'), value: number(analyses.newlyEmpty) },
          { label: t('replay.no-longer-empty'), value: number(analyses.noLongerEmpty) },
        ]}
      />
      <VariantCounts title={count('replay.gained', variants.gained.total)} found={variants.gained} toName={toName} />
      <VariantCounts title={count('replay.lost', variants.lost.total)} found={variants.lost} toName={toName} />
      {tabs?.tabs.some(({ newlyEmpty }) => newlyEmpty > 0) && (
        <Alert color="yellow" title={t('replay.tabs')}>
          <List size="sm">
            {tabs.tabs
              .filter(({ newlyEmpty }) => newlyEmpty > 0)
              .map(({ key, newlyEmpty }) => (
                <List.Item key={key}>{count('replay.tab', newlyEmpty, { tab: key })}</List.Item>
              ))}
          </List>
        </Alert>
      )}
      <ReplayExamples examples={replay.examples} toName={toName} />
    </Stack>
  );
}
