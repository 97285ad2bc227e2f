import { Button, Checkbox, Group, List, Stack, Text } from '@mantine/core';
import { useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas } from '../../api/client.js';
import { useCompany } from '../../app/company.js';
import type { TextKey } from '../../i18n/areas.js';
import { useI18n } from '../../i18n/i18n.js';
import { ErrorNotice } from '../../shared/error-notice.js';
import { FunnelNavigation } from '../../shared/funnel-navigation.js';
import { Loaded } from '../../shared/loaded.js';
import { Notice } from '../../shared/notice.js';
import { PageTitle } from '../../shared/page-title.js';
import { Changes, findChanges } from './changes.js';
import { CheckProgress, CheckReport } from './check-report.js';
import type { Change } from './compare-steps.js';
import { type Consequence, findConsequences } from './describe-change.js';
import { createAnswerNames } from './name-answers.js';
import { useCheck, useFunnel, useReplay, useVersionContent } from './queries.js';
import type { Target } from './release-address.js';
import { findObstacles, isForced, type Obstacle } from './release-gate.js';
import { ReleaseStep } from './release-step.js';
import { Released } from './released.js';
import { ReplayReport } from './replay-report.js';
import { type Outcome, usePublish } from './use-publish.js';

type Funnel = Schemas['FunnelSummary'];

/** What changes, check, replay, publish: of the draft, or of an earlier version that comes back. docs/releases.md. */
export function Release() {
  const { t } = useI18n();
  const { handle } = useCompany();
  const { funnel: subdomain = '' } = useParams({ strict: false });
  const { version }: Target = useSearch({ strict: false });
  const funnel = useFunnel(handle, subdomain);
  const [outcome, setOutcome] = useState<Outcome>();
  const name = funnel.data?.name ?? subdomain;
  return (
    <Stack gap="lg">
      <PageTitle
        title={t(version ? 'release.back.title' : 'release.title', { funnel: name })}
        text={t(version ? 'release.back.text' : 'release.text')}
      />
      <FunnelNavigation />
      <Loaded query={funnel}>
        {(found) => {
          if (outcome) return <Released funnel={found} outcome={outcome} />;
          const target = version ?? found.draft?.id;
          if (target === undefined) return <Notice title={t('release.nothing')} text={t('release.nothing.text')} />;
          return <Steps key={target} funnel={found} target={target} isDraft={!version} onDone={setOutcome} />;
        }}
      </Loaded>
    </Stack>
  );
}

interface StepsProps {
  funnel: Funnel;
  /** Id of the version that is to be published. */
  target: string;
  isDraft: boolean;
  onDone: (outcome: Outcome) => void;
}

function Steps({ funnel, target, isDraft, onDone }: StepsProps) {
  const { t, locale } = useI18n();
  const { handle } = useCompany();
  const { subdomain } = funnel;
  const before = useVersionContent(handle, subdomain, funnel.published?.id ?? null);
  const after = useVersionContent(handle, subdomain, target);
  const { check, progress } = useCheck(handle, subdomain, isDraft ? target : null);
  const replay = useReplay(handle, subdomain, { version: isDraft ? 'draft' : target, last: 500 });
  const changes = before.data && after.data ? findChanges(before.data, after.data, locale) : undefined;
  const unavailable = (query: { isError: boolean; isFetching: boolean }) =>
    query.isError && !query.isFetching ? null : undefined;
  return (
    <ol className="release-steps">
      <ReleaseStep
        number={1}
        title={t('release.changes')}
        text={t(funnel.published ? 'release.changes.text' : 'release.changes.first')}
      >
        <Loaded query={before}>
          {() => <Loaded query={after}>{() => <Changes changes={changes ?? []} />}</Loaded>}
        </Loaded>
      </ReleaseStep>
      <ReleaseStep number={2} title={t('release.check')} text={t('release.check.text')}>
        {!isDraft ? (
          <Text>{t('release.check.earlier')}</Text>
        ) : check.isPending || check.isRefetching ? (
          <CheckProgress progress={progress} />
        ) : (
          <Loaded query={check}>
            {(report) => (
              <CheckReport
                check={report}
                names={createAnswerNames(after.data?.steps ?? [], locale)}
                funnel={subdomain}
              />
            )}
          </Loaded>
        )}
      </ReleaseStep>
      <ReleaseStep number={3} title={t('release.replay')} text={t('release.replay.text')}>
        <Loaded query={replay}>{(report) => <ReplayReport replay={report} />}</Loaded>
      </ReleaseStep>
      <ReleaseStep number={4} title={t(isDraft ? 'release.publish' : 'release.back')}>
        <Publish
          funnel={funnel}
          target={target}
          isDraft={isDraft}
          number={after.data?.number}
          changes={changes}
          check={isDraft ? (check.data ?? unavailable(check)) : null}
          replay={replay.data === undefined ? unavailable(replay) : replay.data}
          onDone={onDone}
        />
      </ReleaseStep>
    </ol>
  );
}

const OBSTACLES = {
  NO_CHANGE: 'release.obstacle.no-change',
  CHECKING: 'release.obstacle.checking',
  DEAD_ENDS: 'release.obstacle.dead-ends',
  REPLAYING: 'release.obstacle.replaying',
  NEWLY_EMPTY: 'release.obstacle.newly-empty',
} as const satisfies Record<Obstacle, TextKey>;

const CONSEQUENCES = {
  KEPT: 'release.answers.kept',
  RENAMED: 'release.answers.renamed',
  LOST: 'release.answers.lost',
} as const satisfies Record<Consequence, TextKey>;

/** The consequences in words, what must be accepted, and the button, which names the funnel. docs/dashboard.md Y14. */
function Publish(
  props: StepsProps & { number: number | undefined; changes: Change[] | undefined } & Pick<
      Parameters<typeof findObstacles>[0],
      'check' | 'replay'
    >,
) {
  const { t, count } = useI18n();
  const company = useCompany();
  const { funnel, isDraft, check, replay, changes } = props;
  const [acceptsDeadEnds, setAcceptsDeadEnds] = useState(false);
  const [acceptsEmpty, setAcceptsEmpty] = useState(false);
  const publish = usePublish({ ...props, company: company.handle, isForced: isForced(check) && acceptsDeadEnds });
  if (!company.can('funnel.publish'))
    return <Notice title={t('release.forbidden')} text={t('release.forbidden.text')} />;
  if (!changes) return <Text>{t('release.obstacle.checking')}</Text>;
  const obstacles = findObstacles({ changes: changes.length, check, replay, acceptsDeadEnds, acceptsEmpty });
  const newlyEmpty = replay?.analyses.newlyEmpty ?? 0;
  return (
    <Stack gap="sm">
      <List size="sm">
        <List.Item>{t(funnel.published ? 'release.consequence' : 'release.consequence.first')}</List.Item>
        {findConsequences(changes).map((each) => (
          <List.Item key={each}>{t(CONSEQUENCES[each])}</List.Item>
        ))}
        <List.Item>{t(isDraft ? 'release.consequence.back' : 'release.consequence.draft')}</List.Item>
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
      <ErrorNotice error={publish.error} />
      <Group>
        <Button onClick={() => publish.mutate(undefined)} loading={publish.isPending} disabled={obstacles.length > 0}>
          {t(isDraft ? 'release.publish.named' : 'release.back.named', {
            number: props.number ?? 0,
            funnel: funnel.name,
          })}
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
