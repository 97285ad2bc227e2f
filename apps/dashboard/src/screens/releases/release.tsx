import { Alert, Anchor, Button, Checkbox, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { type AnswerConsequence, findConsequences } from '@svc/domain';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas } from '../../api/client.js';
import { useRunningTests } from '../../api/running-tests.js';
import { useCompany } from '../../app/company.js';
import type { TextKey } from '../../i18n/areas.js';
import { useI18n } from '../../i18n/i18n.js';
import { CheckProgress, CheckReport } from '../../shared/check/check-report.js';
import { createAnswerNames } from '../../shared/check/name-answers.js';
import { useCheck, useReplay } from '../../shared/check/queries.js';
import { useCurrentFunnel } from '../../shared/funnel-data/queries.js';
import { FunnelNavigation } from '../../shared/navigation/funnel-navigation.js';
import { ErrorNotice } from '../../shared/notices/error-notice.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { Notice } from '../../shared/notices/notice.js';
import { PageTitle } from '../../shared/page-title.js';
import { useCatalog } from '../../shared/targets/use-catalog.js';
import { type Change, Changes } from './changes.js';
import { findMissingTexts } from './gate/missing-texts.js';
import { findObstacles, isForced, type Obstacle } from './gate/release-gate.js';
import { findTarget, type ReleaseTarget, toRequests, toState } from './gate/release-target.js';
import { useDiff, useReleases, useSteps } from './queries.js';
import type { ReleaseSearch } from './release-address.js';
import { ReleaseStep } from './release-step.js';
import { Released } from './released.js';
import { ReplayReport } from './replay/replay-report.js';
import { type Outcome, usePublish } from './use-publish.js';

type Funnel = Schemas['FunnelSummary'];

/** How soon the screen notices that the edit has changed. */
const LOOK_AGAIN_MS = 15_000;

/** What changes, check, replay, publish: of the edit, of a draft, or of a release that comes back. docs/releases.md. */
export function Release() {
  const { t } = useI18n();
  const { handle } = useCompany();
  const { funnel: subdomain = '' } = useParams({ strict: false });
  const { release }: ReleaseSearch = useSearch({ strict: false });
  const [outcome, setOutcome] = useState<Outcome>();
  const funnel = useCurrentFunnel(handle, subdomain, outcome ? undefined : LOOK_AGAIN_MS);
  const name = funnel.data?.name ?? subdomain;
  return (
    <Stack gap="lg">
      <PageTitle
        title={t(release ? 'release.back.title' : 'release.title', { funnel: name })}
        text={t(release ? 'release.back.text' : 'release.text')}
      />
      <FunnelNavigation />
      <Loaded query={funnel}>
        {(found) => {
          if (outcome) return <Released funnel={found} outcome={outcome} />;
          const target = findTarget(found, release);
          if (!target) return <Notice title={t('release.nothing')} text={t('release.nothing.text')} />;
          return <CurrentSteps key={release ?? ''} funnel={found} target={target} onDone={setOutcome} />;
        }}
      </Loaded>
    </Stack>
  );
}

interface StepsProps {
  funnel: Funnel;
  target: ReleaseTarget;
  onDone: (outcome: Outcome) => void;
}

/** Everything belongs to one state; another one begins again, and the screen says so. */
function CurrentSteps(props: StepsProps) {
  const { t } = useI18n();
  const state = toState(props.target);
  const [first] = useState(state);
  return (
    <Stack gap="sm">
      {state !== first && (
        <Text role="status" size="sm">
          {t('release.changed')}
        </Text>
      )}
      <Steps key={state} {...props} />
    </Stack>
  );
}

function Steps({ funnel, target, onDone }: StepsProps) {
  const { t, locale } = useI18n();
  const { handle } = useCompany();
  const { subdomain } = funnel;
  const state = toState(target);
  const requests = toRequests(target);
  const isBack = target.kind === 'RELEASE';
  const diff = useDiff(handle, subdomain, { from: 'published', to: requests.to }, locale, state);
  const steps = useTargetSteps(funnel, target, state);
  const catalog = useCatalog(handle);
  const problems = diff.data?.to.problems ?? [];
  const isReady = diff.isSuccess && problems.length === 0;
  const { check, progress } = useCheck(handle, subdomain, isReady ? { state, body: requests.check } : null);
  const replay = useReplay(handle, subdomain, isReady ? requests.replay : undefined, state);
  const unavailable = (query: { isError: boolean; isFetching: boolean }) =>
    query.isError && !query.isFetching ? null : undefined;
  return (
    <ol className="release-steps">
      <ReleaseStep
        number={1}
        title={t('release.changes')}
        text={t(funnel.published ? 'release.changes.text' : 'release.changes.first')}
      >
        <Loaded query={diff}>
          {({ changes }) => (
            <Stack gap="sm">
              <Changes changes={changes} />
              <MissingTexts steps={steps} />
              <Problems problems={problems} to={`/c/${handle}/funnels/${subdomain}`} />
            </Stack>
          )}
        </Loaded>
      </ReleaseStep>
      <ReleaseStep number={2} title={t('release.check')} text={t('release.check.text')}>
        {!isReady ? (
          <Text size="sm">{t('release.waiting')}</Text>
        ) : check.isPending || check.isRefetching ? (
          <CheckProgress progress={progress} />
        ) : (
          <Loaded query={check}>
            {(report) => <CheckReport check={report} names={createAnswerNames(steps, locale)} funnel={subdomain} />}
          </Loaded>
        )}
      </ReleaseStep>
      <ReleaseStep number={3} title={t('release.replay')} text={t('release.replay.text')}>
        {isReady ? (
          <Loaded query={replay}>
            {(report) => <ReplayReport replay={report} toVariantName={catalog.getVariantName} />}
          </Loaded>
        ) : (
          <Text size="sm">{t('release.waiting')}</Text>
        )}
      </ReleaseStep>
      <ReleaseStep number={4} title={t(isBack ? 'release.back' : 'release.publish')}>
        <Publish
          funnel={funnel}
          target={target}
          changes={diff.data?.changes}
          problems={problems.length}
          check={check.data ?? unavailable(check)}
          replay={replay.data === undefined ? unavailable(replay) : replay.data}
          onDone={onDone}
        />
      </ReleaseStep>
    </ol>
  );
}

function Problems({ problems, to }: { problems: Schemas['FunnelDiff']['to']['problems']; to: string }) {
  const { t, count } = useI18n();
  if (problems.length === 0) return null;
  return (
    <Notice title={count('release.problems', problems.length)} text={problems.map(({ message }) => message).join(' ')}>
      <Anchor component={Link} to={to}>
        {t('release.problems.fix')}
      </Anchor>
    </Notice>
  );
}

/** The questions of what is published. */
function useTargetSteps(funnel: Funnel, target: ReleaseTarget, state: string) {
  const { handle } = useCompany();
  const releases = useReleases(handle, funnel.subdomain);
  const restored =
    target.kind === 'RELEASE' ? releases.data?.find(({ number }) => number === target.number)?.version.id : undefined;
  const version =
    target.kind === 'EDIT'
      ? null
      : target.kind === 'DRAFT'
        ? target.versionId
        : (restored ?? funnel.published?.id ?? null);
  return useSteps(handle, funnel.subdomain, version, state).data ?? [];
}

/** Languages in which shoppers see texts of another language. */
function MissingTexts({ steps }: { steps: Parameters<typeof findMissingTexts>[0] }) {
  const { t, count, locale } = useI18n();
  const missing = findMissingTexts(steps);
  if (missing.length === 0) return null;
  const names = new Intl.DisplayNames([locale], { type: 'language' });
  return (
    <Alert color="yellow" title={t('release.missing-texts')}>
      <List size="sm">
        {missing.map((each) => (
          <List.Item key={each.language}>
            {count('release.missing-texts.of', each.count, { language: names.of(each.language) ?? each.language })}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

const OBSTACLES = {
  NO_CHANGE: 'release.obstacle.no-change',
  PROBLEMS: 'release.obstacle.problems',
  CHECKING: 'release.obstacle.checking',
  DEAD_ENDS: 'release.obstacle.dead-ends',
  REPLAYING: 'release.obstacle.replaying',
  NEWLY_EMPTY: 'release.obstacle.newly-empty',
} as const satisfies Record<Obstacle, TextKey>;

const CONSEQUENCES = {
  KEPT: 'release.answers.kept',
  RENAMED: 'release.answers.renamed',
  LOST: 'release.answers.lost',
} as const satisfies Record<AnswerConsequence, TextKey>;

/** The consequences in words, what must be accepted, and the button, which names the funnel. docs/dashboard.md Y14. */
function Publish(
  props: StepsProps & { changes: readonly Change[] | undefined; problems: number } & Pick<
      Parameters<typeof findObstacles>[0],
      'check' | 'replay'
    >,
) {
  const { t, count } = useI18n();
  const company = useCompany();
  const { funnel, target, check, replay, changes, problems } = props;
  const isBack = target.kind === 'RELEASE';
  const [acceptsDeadEnds, setAcceptsDeadEnds] = useState(false);
  const [acceptsEmpty, setAcceptsEmpty] = useState(false);
  const [note, setNote] = useState('');
  const publish = usePublish({
    company: company.handle,
    subdomain: funnel.subdomain,
    target,
    isForced: isForced(check) && acceptsDeadEnds,
    onDone: props.onDone,
  });
  const tests = useRunningTests(company.handle, { funnel: funnel.subdomain, isEnabled: company.can('insight.read') });
  if (!company.can('funnel.publish'))
    return <Notice title={t('release.forbidden')} text={t('release.forbidden.text')} />;
  if (!changes) return <Text>{t('release.obstacle.checking')}</Text>;
  const obstacles = findObstacles({ changes: changes.length, problems, check, replay, acceptsDeadEnds, acceptsEmpty });
  const newlyEmpty = replay?.analyses.newlyEmpty ?? 0;
  return (
    <Stack gap="sm">
      <List size="sm">
        <List.Item>{t(funnel.published ? 'release.consequence' : 'release.consequence.first')}</List.Item>
        {findConsequences(changes).map((each) => (
          <List.Item key={each}>{t(CONSEQUENCES[each])}</List.Item>
        ))}
        {tests.data?.map(({ id, name }) => (
          <List.Item key={id}>{t('release.consequence.test', { test: name })}</List.Item>
        ))}
        <List.Item>{t(isBack ? 'release.consequence.draft' : 'release.consequence.back')}</List.Item>
      </List>
      {isForced(check) && (
        <Checkbox
          checked={acceptsDeadEnds}
          onChange={({ currentTarget }) => setAcceptsDeadEnds(currentTarget.checked)}
          label={count('release.accept.dead-ends', check?.blockingDeadEnds ?? 0)}
        />
      )}
      {newlyEmpty > 0 && (
        <Checkbox
          checked={acceptsEmpty}
          onChange={({ currentTarget }) => setAcceptsEmpty(currentTarget.checked)}
          label={count('release.accept.empty', newlyEmpty)}
        />
      )}
      <TextInput
        label={t('release.note')}
        description={t('release.note.text')}
        value={note}
        maxLength={500}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
        maw="30rem"
      />
      <ErrorNotice error={publish.error} />
      <Group>
        <Button onClick={() => publish.mutate(note.trim())} loading={publish.isPending} disabled={obstacles.length > 0}>
          {isBack
            ? t('release.back.named', { number: target.number, funnel: funnel.name })
            : t('release.publish.named', { funnel: funnel.name })}
        </Button>
      </Group>
      {obstacles.length > 0 && (
        <div role="status">
          <List size="sm">
            {obstacles.map((each) => (
              <List.Item key={each}>{t(OBSTACLES[each])}</List.Item>
            ))}
          </List>
        </div>
      )}
    </Stack>
  );
}
