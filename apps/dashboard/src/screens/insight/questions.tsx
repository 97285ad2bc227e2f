import { Stack, Text } from '@mantine/core';
import type { Schemas } from '../../api/client.js';
import { useVersionNumbers } from '../../api/funnels.js';
import { useI18n } from '../../i18n/i18n.js';
import { Twin } from '../../shared/figures/twin.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { Rows } from '../../shared/rows.js';
import { formatDuration, formatInterval } from './format.js';
import { InsightScreen } from './insight-screen.js';
import { NoFunnel, NoVisits } from './no-visits.js';
import { useStepsReport, type VisitQuery } from './queries.js';
import { StateLine } from './state-line.js';

type Step = Schemas['InsightSteps']['steps'][number];

/** Where visits end, by question of one version. docs/dashboard.md Y49. */
export function Questions() {
  const { t } = useI18n();
  return (
    <InsightScreen
      title={t('insight.questions.title')}
      text={t('insight.questions.text')}
      report="steps"
      fields={['funnel', 'version', 'locale', 'source']}
      toQuery={({ visits }) => visits}
    >
      {({ handle, visits }) => (visits ? <Report handle={handle} query={visits} /> : <NoFunnel />)}
    </InsightScreen>
  );
}

function Report({ handle, query }: { handle: string; query: VisitQuery }) {
  const { t } = useI18n();
  const report = useStepsReport(handle, query);
  const numbers = useVersionNumbers(handle, query.funnel);
  return (
    <Loaded query={report}>
      {(found) => {
        if (found.versionId === null || found.steps.length === 0) return <NoVisits />;
        const number = numbers.data?.get(found.versionId) ?? found.versionId;
        return (
          <Stack gap="lg" aria-busy={report.isPlaceholderData}>
            <Text>
              {t(query.version === undefined ? 'insight.version.most' : 'insight.version.chosen', { number })}
              {found.versions.length > 1 && ` ${t('insight.version.others', { count: found.versions.length - 1 })}`}
            </Text>
            <Twin
              title={t('insight.questions.chart')}
              definition={t('insight.questions.definition')}
              chart={<Bars steps={found.steps} />}
              table={<Table steps={found.steps} />}
            />
            <StateLine {...found} />
          </Stack>
        );
      }}
    </Loaded>
  );
}

const useStepName = () => {
  const { t } = useI18n();
  return ({ title, stepId }: Step) => title ?? t('insight.question.number', { number: stepId });
};

/** A question that not every visit is shown has a shorter bar and its own share: exits are divided by the visits that were shown it. */
function Bars({ steps }: { steps: readonly Step[] }) {
  const i18n = useI18n();
  const { t, number, percent, locale } = i18n;
  const toName = useStepName();
  const max = Math.max(...steps.map(({ shown }) => shown), 1);
  return (
    <div className="chart">
      <Text size="sm" className="chart-legend" mb="xs">
        <span className="bar-sample bar-part" />
        {t('insight.shown')}
        <span className="bar-sample bar-exits" />
        {t('insight.exits')}
      </Text>
      <ul className="bars">
        {steps.map((step) => (
          <li key={step.stepId}>
            <Text fw={600} className="wrap-anywhere">
              {toName(step)}
            </Text>
            <div className="bar bar-part" style={{ inlineSize: `${(100 * step.shown) / max}%` }}>
              <div className="bar-exits" style={{ inlineSize: `${(100 * step.exits) / Math.max(step.shown, 1)}%` }} />
            </div>
            <Text size="sm">
              {t('insight.question.counts', { shown: number(step.shown), exits: number(step.exits) })}
              {step.dropOff &&
                ` · ${t('insight.question.drop-off', { share: percent(step.dropOff.value), interval: formatInterval(i18n, step.dropOff) })}`}
              {step.medianMs !== null &&
                ` · ${t('insight.question.time', { median: formatDuration(locale, step.medianMs), p90: formatDuration(locale, step.p90Ms) })}`}
            </Text>
          </li>
        ))}
      </ul>
    </div>
  );
}

const COUNTS = {
  shown: 'insight.shown',
  answered: 'insight.answered',
  back: 'insight.back',
  exits: 'insight.exits',
} as const;

function Table({ steps }: { steps: readonly Step[] }) {
  const i18n = useI18n();
  const { t, number, percent, locale } = i18n;
  const toName = useStepName();
  const count = (name: keyof typeof COUNTS) => ({
    title: t(COUNTS[name]),
    cell: (step: Step) => number(step[name]),
    isNumber: true,
  });
  return (
    <Rows
      caption={t('insight.questions.chart')}
      items={steps}
      toKey={({ stepId }) => String(stepId)}
      columns={[
        { title: t('insight.question'), cell: (step) => <span className="wrap-anywhere">{toName(step)}</span> },
        count('shown'),
        count('answered'),
        count('back'),
        count('exits'),
        {
          title: t('insight.drop-off'),
          cell: ({ dropOff }) => (dropOff ? `${percent(dropOff.value)} (${formatInterval(i18n, dropOff)})` : '–'),
          isNumber: true,
        },
        { title: t('insight.median'), cell: ({ medianMs }) => formatDuration(locale, medianMs), isNumber: true },
        { title: t('insight.p90'), cell: ({ p90Ms }) => formatDuration(locale, p90Ms), isNumber: true },
      ]}
    />
  );
}
