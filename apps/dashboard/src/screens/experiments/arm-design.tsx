import { Stack, Text } from '@mantine/core';
import { useVersionNumbers } from '../../api/funnels.js';
import { useCompany } from '../../app/company.js';
import type { TextKey } from '../../i18n/areas.js';
import { useI18n } from '../../i18n/i18n.js';
import { useCatalog } from '../../shared/targets/use-catalog.js';
import { ArmTagList } from './arm-tag-list.js';
import { toTagging } from './draft.js';
import type { Experiment } from './queries.js';

type Arm = Experiment['arms'][number];

const PARTS = {
  matching: 'experiments.arm.has.matching',
  assortment: 'experiments.arm.has.assortment',
  resultPage: 'experiments.arm.has.result-page',
} as const satisfies Record<string, TextKey>;

/** What an arm of a test that has begun is: its share, and in what it differs. */
export function ArmDesign({ arm, funnel }: { arm: Arm; funnel: string | null }) {
  const { t, number } = useI18n();
  const { handle } = useCompany();
  const { name, weight, versionId, settings } = arm;
  const numbers = useVersionNumbers(handle, versionId === null ? undefined : (funnel ?? undefined));
  const tagging = toTagging(settings);
  const version = versionId === null ? undefined : numbers.data?.get(versionId);
  const parts = [
    ...(version === undefined ? [] : [t('experiments.version', { number: version })]),
    ...(settings?.learning === false ? [t('experiments.arm.no-learning')] : []),
    ...Object.entries(PARTS).flatMap(([part, text]) => (part in (settings ?? {}) ? [t(text)] : [])),
  ];
  return (
    <Stack gap={4}>
      <Text>{t('experiments.arm.share', { name: name || '–', weight: number(weight) })}</Text>
      {parts.map((part) => (
        <Text key={part} size="sm">
          {part}
        </Text>
      ))}
      {tagging.length > 0 && <Tags operations={tagging} />}
    </Stack>
  );
}

/** With the catalog, which only arms with tags need. */
function Tags({ operations }: { operations: ReturnType<typeof toTagging> }) {
  const { t } = useI18n();
  const catalog = useCatalog(useCompany().handle);
  return (
    <>
      <Text size="sm">{t('experiments.arm.tags')}</Text>
      <ArmTagList operations={operations} catalog={catalog} />
    </>
  );
}
