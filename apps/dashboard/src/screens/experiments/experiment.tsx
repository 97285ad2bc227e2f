import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { Facts } from '../../shared/facts.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { PageTitle } from '../../shared/page-title.js';
import { Section } from '../../shared/section.js';
import { ArmDesign } from './arm-design.js';
import { DraftForm } from './draft-form.js';
import { formatEffect, formatValue, getSubject, KINDS, MEASURES } from './names.js';
import { type Experiment as Found, useExperiment, useExperimentChange } from './queries.js';
import { ResultsPart } from './results.js';
import { StartDialog, StopDialog } from './start-dialogs.js';
import { StateBadge } from './state-badge.js';

/** One test: its draft with the plan, or what it shows. docs/dashboard.md Y53. */
export function Experiment() {
  const { handle } = useCompany();
  const { experiment: id = '' } = useParams({ strict: false });
  return <Loaded query={useExperiment(handle, id)}>{(found) => <One experiment={found} />}</Loaded>;
}

function One({ experiment }: { experiment: Found }) {
  const { t } = useI18n();
  const { can } = useCompany();
  return (
    <Stack gap="xl">
      <PageTitle
        title={experiment.name}
        text={t(can('experiment.write') ? 'experiments.one.text' : 'experiments.read-only')}
        action={<StateBadge state={experiment.state} />}
      />
      {experiment.state === 'DRAFT' ? (
        <>
          <DraftForm key={experiment.revision} experiment={experiment} />
          <Plan experiment={experiment} />
          <Actions experiment={experiment} />
        </>
      ) : (
        <>
          <Actions experiment={experiment} />
          {experiment.startedAt !== null && <ResultsPart experiment={experiment} />}
          <Section title={t('experiments.design')}>
            <Design experiment={experiment} />
          </Section>
          <Plan experiment={experiment} />
        </>
      )}
    </Stack>
  );
}

/** What was decided before the start, which does not change. */
function Design({ experiment }: { experiment: Found }) {
  const i18n = useI18n();
  const { t, time } = i18n;
  const { kind, hypothesis, primaryMeasure, minimumEffect, currency } = experiment;
  const { startedAt, countsFrom, endedAt, endReason } = experiment;
  return (
    <Facts
      facts={[
        { label: t('experiments.kind'), value: t(KINDS[kind]) },
        { label: t('experiments.funnel'), value: getSubject(t, experiment) },
        { label: t('experiments.hypothesis'), value: hypothesis || '–' },
        { label: t('experiments.measure'), value: t(MEASURES[primaryMeasure]) },
        {
          label: t('experiments.effect'),
          value: formatEffect(i18n, { measure: primaryMeasure, currency }, minimumEffect),
        },
        ...experiment.arms.map((arm) => ({
          label: t('experiments.arm', { key: arm.key }),
          value: <ArmDesign arm={arm} funnel={experiment.funnel} />,
        })),
        { label: t('experiments.started'), value: time(startedAt) },
        ...(countsFrom !== null && countsFrom !== startedAt
          ? [{ label: t('experiments.counts-from'), value: time(countsFrom) }]
          : []),
        ...(endedAt === null
          ? []
          : [
              {
                label: t('experiments.ended'),
                value:
                  endReason === 'PUBLISHED' ? t('experiments.ended.published', { time: time(endedAt) }) : time(endedAt),
              },
            ]),
      ]}
    />
  );
}

/** What the test takes. docs/insight.md N13.3. */
function Plan({ experiment: { plan, primaryMeasure, state, currency } }: { experiment: Found }) {
  const i18n = useI18n();
  const { t, number, count } = i18n;
  const title = t(state === 'DRAFT' ? 'experiments.plan' : 'experiments.plan.fixed');
  if (!plan) {
    return (
      <Section title={title}>
        <Text c="dimmed">{t('experiments.plan.none')}</Text>
      </Section>
    );
  }
  return (
    <Section title={title} text={t('experiments.plan.text')}>
      {plan.isUnlikelyToDecide && state === 'DRAFT' && <Alert color="yellow">{t('experiments.plan.unlikely')}</Alert>}
      <Facts
        facts={[
          { label: t('experiments.plan.units'), value: number(plan.plannedUnits) },
          { label: t('experiments.plan.week'), value: number(Math.round(plan.unitsPerWeek)) },
          {
            label: t('experiments.plan.time'),
            value: plan.days === null ? t('experiments.plan.never') : count('experiments.plan.days', plan.days),
          },
          {
            label: t('experiments.plan.baseline'),
            value:
              plan.baseline === null
                ? t('experiments.not-measured')
                : formatValue(i18n, { measure: primaryMeasure, currency }, plan.baseline),
          },
        ]}
      />
    </Section>
  );
}

function Actions({ experiment }: { experiment: Found }) {
  const { t } = useI18n();
  const { handle, can } = useCompany();
  const [open, setOpen] = useState<'start' | 'stop'>();
  const archive = useExperimentChange(handle, experiment.id);
  const { state } = experiment;
  const isRunning = state === 'RUNNING' || state === 'DRY_CHECK';
  const close = () => setOpen(undefined);
  const disabled = !can('experiment.write');
  if (state === 'ARCHIVED') return null;
  return (
    <Group>
      {state === 'DRAFT' && (
        <Button onClick={() => setOpen('start')} disabled={disabled}>
          {t('experiments.start')}
        </Button>
      )}
      {isRunning ? (
        <Button color="red" onClick={() => setOpen('stop')} disabled={disabled}>
          {t('experiments.stop')}
        </Button>
      ) : (
        <Button
          variant="default"
          loading={archive.isPending}
          disabled={disabled}
          onClick={() => archive.mutate({ archived: true })}
        >
          {t('experiments.archive')}
        </Button>
      )}
      {open === 'start' && <StartDialog experiment={experiment} onClose={close} />}
      {open === 'stop' && <StopDialog experiment={experiment} onClose={close} />}
    </Group>
  );
}
