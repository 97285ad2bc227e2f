import { Skeleton, Stack, Text } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../api/api-error.js';
import { useI18n } from '../../i18n/i18n.js';
import { ErrorNotice } from './error-notice.js';
import { NoPermission } from './no-permission.js';
import { Notice } from './notice.js';

/** The parts of a query that decide what is shown. */
interface Query<T> {
  data: T | undefined;
  error: Error | null;
  failureReason: Error | null;
  refetch(): unknown;
}

/**
 * What a query returns, or the state that it is in. What is there stays visible while it is loaded again, also if that fails.
 * docs/dashboard.md Y2.
 */
export function Loaded<T>({ query, children }: { query: Query<T>; children: (data: T) => ReactNode }) {
  const { t } = useI18n();
  const { data, error } = query;
  const retry = () => void query.refetch();
  if (data !== undefined) {
    return (
      <>
        {error && <ErrorNotice error={error} onRetry={retry} />}
        {children(data)}
      </>
    );
  }
  if (error instanceof ApiError && error.status === 403) {
    return <NoPermission error={error} />;
  }
  if (error instanceof ApiError && error.status === 404) {
    return <Notice title={t('state.not-found')} text={t('state.not-found.text')} />;
  }
  if (error) return <ErrorNotice error={error} onRetry={retry} />;
  return <Loading isRetrying={query.failureReason !== null} />;
}

const QUIET_MS = 150;

/** Nothing for a moment, so that fast answers do not flicker; then the outline of what comes. */
export function Loading({ isRetrying = false }: { isRetrying?: boolean }) {
  const { t } = useI18n();
  const [isVisible, setVisible] = useState(false);
  useTimeout(() => setVisible(true), QUIET_MS, { autoInvoke: true });
  if (!isVisible) return null;
  return (
    <Stack gap="sm" role="status" aria-label={t('state.loading')}>
      {isRetrying && <Text c="dimmed">{t('state.retrying')}</Text>}
      <Skeleton height={36} />
      <Skeleton height={36} />
      <Skeleton height={36} width="70%" />
    </Stack>
  );
}
