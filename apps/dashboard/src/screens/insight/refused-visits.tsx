import { Text } from '@mantine/core';
import type { Schemas } from '../../api/client.js';
import { useI18n } from '../../i18n/i18n.js';

const REASONS = {
  OTHER_VISIT: 'insight.refused.other-visit',
  TOO_MANY_EVENTS: 'insight.refused.too-many-events',
  RATE_LIMITED: 'insight.refused.rate-limited',
} as const;

/** Reports of visits that are in no figure. docs/dashboard.md Y48.4. */
export function RefusedVisits({ report: { refused } }: { report: Schemas['InsightOverview'] }) {
  const { count } = useI18n();
  return refused.map(({ reason, requests }) => (
    <Text key={reason} size="sm" c="dimmed">
      {count(REASONS[reason], requests)}
    </Text>
  ));
}
