import { Alert, Anchor, List, Progress, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../api/client.js';
import { useCompany } from '../../app/company.js';
import type { TextKey } from '../../i18n/areas.js';
import { useI18n } from '../../i18n/i18n.js';
import type { Translator } from '../../i18n/translator.js';
import { useCatalog } from '../targets/use-catalog.js';
import type { AnswerNames } from './name-answers.js';
import { type Place, toShownPath, toVariantPlace } from './places.js';
import type { Check } from './queries.js';
import '@mantine/core/styles/Progress.layer.css';

const PHASES = {
  PATHS: 'check.phase.paths',
  WALK: 'check.phase.walk',
  DEAD_ENDS: 'check.phase.dead-ends',
} as const satisfies Record<Schemas['CheckProgress']['phase'], TextKey>;

/** How far the check is. */
export function CheckProgress({ progress }: { progress: Schemas['CheckProgress'] | null }) {
  const { t } = useI18n();
  const percent = progress && progress.total > 0 ? Math.floor((100 * progress.done) / progress.total) : undefined;
  return (
    <Stack gap="xs" role="status">
      <Progress.Root>
        <Progress.Section
          value={percent ?? 100}
          animated
          striped={percent === undefined}
          aria-label={t('check.running')}
        />
      </Progress.Root>
      <Text size="sm">{progress ? t(PHASES[progress.phase]) : t('check.running')}</Text>
    </Stack>
  );
}

type Answer = Schemas['PathAnswer'];
type DeadEnd = Check['deadEnds']['first'][number];

const KINDS = {
  ANSWERS: 'check.dead-end.new',
  PUBLISHED: 'check.dead-end.published',
  COLOR_TYPE: 'check.dead-end.color-type',
} as const satisfies Record<DeadEnd['kind'], TextKey>;

type CountKey = Parameters<Translator['count']>[0];

interface Props {
  check: Check;
  names: AnswerNames;
  /** Sub-domain. */
  funnel: string;
}

/** The findings of a check, those that stop a release first. docs/management.md "Checking a funnel before it is published". */
export function CheckReport({ check, names, funnel }: Props) {
  const { t, count, list } = useI18n();
  const { handle } = useCompany();
  const catalog = useCatalog(handle, check.unreachableVariants.first.length > 0);
  const here = `/funnels/${funnel}`;
  const toText = ({ step, key, chosen }: Answer) =>
    t('check.answer', {
      question: names.question(step, key),
      answer: chosen.length === 0 ? t('check.answer.none') : list(chosen.map((option) => names.option(step, option))),
    });
  /** The question to change first. */
  const findStep = ({ answers }: DeadEnd) => answers.find(({ step }) => step !== null);
  const toSentence = ({ kind, answers, paths }: DeadEnd) =>
    t(KINDS[kind], {
      answers: answers.length === 0 ? t('check.answer.any') : list(answers.map(toText)),
      paths: count('check.paths', paths),
    });
  const order: Record<DeadEnd['kind'], number> = { ANSWERS: 0, COLOR_TYPE: 1, PUBLISHED: 2 };
  const deadEnds = [...check.deadEnds.first].sort((a, b) => order[a.kind] - order[b.kind]);
  const toRule = (rule: string) => ({ screen: `${here}/rules`, search: { rule } });
  const findings: { title: CountKey; found: { total: number }; places: Place[] }[] = [
    {
      title: 'check.unreachable',
      found: check.unreachableVariants,
      places: check.unreachableVariants.first.map((variant) => toVariantPlace(catalog, variant)),
    },
    {
      title: 'check.empty-tabs',
      found: check.emptyTabs,
      places: check.emptyTabs.first.map((text) => ({
        text,
        to: { screen: `${here}/result-page`, search: { tab: text } },
      })),
    },
    {
      title: 'check.idle-rules',
      found: check.idleRules,
      places: check.idleRules.first.map(({ rule, reason }) => ({
        text: `${rule}: ${t(REASONS[reason])}`,
        to: toRule(rule),
      })),
    },
    {
      title: 'check.conflicts',
      found: check.conflicts,
      places: check.conflicts.first.map(({ rules }) => ({ text: list(rules), to: toRule(rules[0] as string) })),
    },
    {
      title: 'check.idle-options',
      found: check.idleOptions,
      places: check.idleOptions.first.map(({ step, key, option }) => ({
        text: `${names.question(step, key)}: ${names.option(step, option)}`,
        ...(step === null ? {} : { to: { screen: here, search: { step } } }),
      })),
    },
  ];
  const isClean =
    deadEnds.length === 0 && findings.every(({ found }) => found.total === 0) && !check.resultPageWithoutTabs;
  return (
    <Stack gap="sm">
      <Text size="sm">
        {t(check.paths.method === 'all' ? 'check.all-paths' : 'check.some-paths', {
          paths: count('check.paths', check.paths.checked),
        })}
      </Text>
      {isClean && <Alert color="green">{t('check.clean')}</Alert>}
      {check.deadEnds.total > 0 && (
        <Alert
          color={check.blockingDeadEnds > 0 ? 'red' : 'yellow'}
          title={count('check.dead-ends', check.deadEnds.total)}
        >
          <List size="sm">
            {deadEnds.map((each) => (
              <List.Item key={toSentence(each)} className="wrap-anywhere">
                {toSentence(each)}{' '}
                {[findStep(each)].map(
                  (found) =>
                    found && (
                      <Anchor
                        key={found.step}
                        component={Link}
                        to={`/c/${handle}/funnels/${funnel}`}
                        search={{ step: found.step } as never}
                        inherit
                      >
                        {t('check.fix', { question: names.question(found.step, found.key) })}
                      </Anchor>
                    ),
                )}{' '}
                <Anchor
                  component={Link}
                  to={`/c/${handle}/funnels/${funnel}`}
                  // The builder ignores what other screens have in their address.
                  search={((before: object) => ({ ...before, ...toShownPath(each) })) as never}
                  inherit
                >
                  {t('check.show')}
                </Anchor>
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {check.resultPageWithoutTabs && <Alert color="yellow">{t('check.no-tabs')}</Alert>}
      {findings.map(
        ({ title, found, places }) =>
          found.total > 0 && (
            <details key={title}>
              <summary>{count(title, found.total)}</summary>
              <List size="sm" mt="xs">
                {places.map(({ text, key = text, to }) => (
                  <List.Item key={key} className="wrap-anywhere">
                    {to ? (
                      <Anchor component={Link} to={`/c/${handle}${to.screen}`} search={to.search as never} inherit>
                        {text}
                      </Anchor>
                    ) : (
                      text
                    )}
                  </List.Item>
                ))}
                {found.total > places.length && (
                  <List.Item>{count('check.more', found.total - places.length)}</List.Item>
                )}
              </List>
            </details>
          ),
      )}
    </Stack>
  );
}

const REASONS = {
  EXPIRED: 'check.idle.expired',
  CONDITION: 'check.idle.condition',
  NO_TARGET: 'check.idle.no-target',
} as const satisfies Record<Check['idleRules']['first'][number]['reason'], TextKey>;
