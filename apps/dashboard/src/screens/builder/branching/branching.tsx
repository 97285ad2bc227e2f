import { Anchor, Badge, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { describeCondition } from '@svc/domain';
import { lazy, Suspense, useMemo } from 'react';
import { useI18n } from '../../../i18n/i18n.js';
import { toConditionNames } from '../../../shared/edit/condition-names.js';
import type { Step } from '../../../shared/edit/model/steps.js';
import { toStepName } from '../../../shared/edit/step-name.js';
import { Notice } from '../../../shared/notices/notice.js';
import { toSentenceLanguage } from '../../../shared/sentence-language.js';
import { type Branch, findBranches, hasManySteps } from '../model/find-branches.js';

const BranchingGraph = lazy(async () => ({ default: (await import('./branching-graph.js')).BranchingGraph }));

const LIST_ID = 'branching-list';

interface Props {
  steps: readonly Step[];
  language: string | undefined;
  onChoose: (id: number) => void;
}

/** Which question depends on which, as a list and as a graph. docs/dashboard.md Y20. */
export function Branching({ steps, language, onChoose }: Props) {
  const { t } = useI18n();
  const branches = useMemo(() => findBranches(steps), [steps]);
  if (steps.every(({ showWhen }) => showWhen === null))
    return <Notice title={t('branching.none')} text={t('branching.none.text')} />;
  const graph = (
    <Suspense fallback={<Skeleton h="28rem" />}>
      <BranchingGraph branches={branches} language={language} onChoose={onChoose} />
    </Suspense>
  );
  const isListFirst = hasManySteps(steps);
  const list = <BranchingList branches={branches} steps={steps} language={language} onChoose={onChoose} />;
  return (
    <Stack component="section" gap="md" aria-label={t('branching.title')}>
      <Group justify="space-between">
        <Title order={2} size="h4">
          {t('branching.title')}
        </Title>
        <Anchor href={`#${LIST_ID}`} size="sm">
          {t('branching.as-list')}
        </Anchor>
      </Group>
      {isListFirst && list}
      {graph}
      {!isListFirst && list}
    </Stack>
  );
}

function BranchingList({ branches, steps, language, onChoose }: Props & { branches: readonly Branch[] }) {
  const { t, list, locale } = useI18n();
  const names = toConditionNames(steps, locale, language);
  const toName = (step: Step) =>
    t('branching.step', { position: steps.indexOf(step) + 1, name: toStepName(step, language || undefined) });
  return (
    <ol id={LIST_ID} className="branching-list" aria-label={t('branching.list')}>
      {branches.map(({ step, decidesAbout, isReachable }) => (
        <li key={step.id}>
          <Group gap="xs">
            <Anchor
              component="button"
              type="button"
              className="wrap-anywhere"
              ta="start"
              onClick={() => onChoose(step.id)}
            >
              {toName(step)}
            </Anchor>
            {isReachable === false && (
              <Badge color="red" variant="light">
                {t('branching.unreachable')}
              </Badge>
            )}
          </Group>
          <Text size="sm" className="wrap-anywhere">
            {step.showWhen === null
              ? t('builder.condition.everyone')
              : t('builder.condition.sentence', {
                  condition: describeCondition(step.showWhen, names, toSentenceLanguage(locale)),
                })}
          </Text>
          {decidesAbout.length > 0 && (
            <Text size="sm" className="wrap-anywhere">
              {t('branching.decides', { questions: list(decidesAbout.map(toName)) })}
            </Text>
          )}
          {isReachable === null && (
            <Text size="sm" c="dimmed">
              {t('branching.undecided')}
            </Text>
          )}
        </li>
      ))}
    </ol>
  );
}
