import { Stack, Text } from '@mantine/core';
import type { Schemas } from '../../api/client.js';
import { useI18n } from '../../i18n/i18n.js';
import { Twin } from '../../shared/figures/twin.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { Notice } from '../../shared/notices/notice.js';
import { Rows } from '../../shared/rows.js';
import { formatInterval } from './format.js';
import { InsightScreen } from './insight-screen.js';
import { NoFunnel, NothingMeasured } from './no-visits.js';
import { useAnswersReport, type VisitQuery } from './queries.js';
import { StateLine } from './state-line.js';

type Step = Schemas['InsightAnswers']['steps'][number];
type Option = Step['options'][number];

/** What shoppers answer. docs/dashboard.md Y54. */
export function Answers() {
  const { t } = useI18n();
  return (
    <InsightScreen
      title={t('insight.answers.title')}
      text={t('insight.answers.text')}
      report="answers"
      fields={['funnel', 'version', 'locale', 'source']}
      toQuery={({ visits }) => visits}
    >
      {({ handle, visits }) => (visits ? <Report handle={handle} query={visits} /> : <NoFunnel />)}
    </InsightScreen>
  );
}

function Report({ handle, query }: { handle: string; query: VisitQuery }) {
  const { t, number, count } = useI18n();
  const report = useAnswersReport(handle, query);
  return (
    <Loaded query={report}>
      {(found) =>
        found.analyses === 0 ? (
          <NoAnalyses />
        ) : (
          <Stack gap="xl" aria-busy={report.isPlaceholderData}>
            <Text>
              {count('insight.analyses-count', found.analyses)}{' '}
              {found.retakes === null
                ? t('insight.retakes.unknown')
                : t('insight.retakes.count', { retakes: number(found.retakes) })}
            </Text>
            {found.steps
              .filter(({ options }) => options.length > 0)
              .map((step) => (
                <Question key={step.stepId} step={step} />
              ))}
            <StateLine {...found} />
          </Stack>
        )
      }
    </Loaded>
  );
}

/** No shopper has sent answers in these days. */
export function NoAnalyses() {
  const { t } = useI18n();
  return (
    <NothingMeasured>
      <Notice title={t('insight.no-analyses')} text={t('insight.no-analyses.text')} />
    </NothingMeasured>
  );
}

function Question({ step }: { step: Step }) {
  const { t, count } = useI18n();
  const title = step.title ?? t('insight.question.number', { number: step.stepId });
  return (
    <Twin
      title={title}
      definition={t('insight.answers.definition')}
      chart={
        <>
          <Text size="sm" c="dimmed" mb="xs">
            {count('insight.answers.shown', step.shown)}
          </Text>
          <Bars options={step.options} />
        </>
      }
      table={<Table title={title} options={step.options} />}
    />
  );
}

const useOptionName = () => {
  const { t } = useI18n();
  return ({ caption, key, isFolded }: Option) => {
    const name = caption ?? key;
    return isFolded ? t('insight.answers.folded', { name }) : name;
  };
};

/** The bar of an answer is its share of the analyses that were shown the question. */
function Bars({ options }: { options: readonly Option[] }) {
  const i18n = useI18n();
  const { t, number, percent } = i18n;
  const toName = useOptionName();
  return (
    <ul className="bars chart">
      {options.map((option) => (
        <li key={option.key}>
          <Text className="wrap-anywhere">{toName(option)}</Text>
          {option.share && <div className="bar bar-part" style={{ inlineSize: `${100 * option.share.value}%` }} />}
          <Text size="sm">
            {option.isFew
              ? t('insight.few-shoppers')
              : t('insight.answers.chosen', {
                  chosen: number(option.chosen ?? 0),
                  share: option.share ? percent(option.share.value) : '–',
                  interval: option.share ? formatInterval(i18n, option.share) : '–',
                })}
          </Text>
        </li>
      ))}
    </ul>
  );
}

function Table({ title, options }: { title: string; options: readonly Option[] }) {
  const i18n = useI18n();
  const { t, number, percent } = i18n;
  const toName = useOptionName();
  return (
    <Rows
      caption={title}
      items={options}
      toKey={({ key }) => key}
      columns={[
        { title: t('insight.answer'), cell: (option) => <span className="wrap-anywhere">{toName(option)}</span> },
        {
          title: t('insight.chosen'),
          cell: ({ isFew, chosen }) => (isFew ? '< 5' : number(chosen ?? 0)),
          isNumber: true,
        },
        {
          title: t('insight.share'),
          cell: ({ share }) => (share ? `${percent(share.value)} (${formatInterval(i18n, share)})` : '–'),
          isNumber: true,
        },
      ]}
    />
  );
}
