import { Stack, Text, Title } from '@mantine/core';
import { useId } from 'react';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { CheckReport } from '../../shared/check/check-report.js';
import { createAnswerNames } from '../../shared/check/name-answers.js';
import { type CheckSubject, isWithoutTime, useCheck } from '../../shared/check/queries.js';
import type { EditState } from '../../shared/edit/model/edit-session.js';
import { ErrorNotice } from '../../shared/notices/error-notice.js';
import { useQuieted } from '../../shared/use-quieted.js';
import { getConsequencesState } from './consequences-state.js';

/** After a save, which comes two seconds after the last change. */
const QUIET_MS = 500;
const STATES = {
  PROBLEMS: 'builder.consequences.problems',
  WAITING: 'builder.consequences.waiting',
  OLD: 'builder.consequences.old',
  NOW: 'builder.consequences.now',
} as const;

/** Dead ends, products without a path and the like, of the edit as it is saved; nothing is published. docs/dashboard.md Y39. */
export function Consequences({ state, subdomain }: { state: EditState; subdomain: string }) {
  const { t, locale } = useI18n();
  const { handle } = useCompany();
  const title = useId();
  const revision = useQuieted(state.synced.revision, QUIET_MS);
  const subject: CheckSubject | null =
    revision !== undefined && state.problems.length === 0
      ? { state: `edit ${revision}`, body: { version: 'edit' } }
      : null;
  const { check } = useCheck(handle, subdomain, subject);
  const isBusy = isWithoutTime(check.failureReason);
  if (revision === undefined) return null;
  const isOld = state.saving !== 'SAVED' || check.isFetching;
  return (
    <Stack gap="xs" component="section" aria-labelledby={title}>
      <Title order={2} size="h5" id={title}>
        {t('builder.consequences')}
      </Title>
      <Text size="sm" c="dimmed" role="status">
        {t(STATES[getConsequencesState({ hasSubject: subject !== null, isBusy, isOld })])}
      </Text>
      {check.error && !check.isFetching && !isBusy ? (
        <ErrorNotice error={check.error} onRetry={() => void check.refetch()} />
      ) : (
        check.data && (
          <CheckReport check={check.data} names={createAnswerNames(state.content.steps, locale)} funnel={subdomain} />
        )
      )}
    </Stack>
  );
}
