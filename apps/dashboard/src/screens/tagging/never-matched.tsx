import { Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useI18n } from '../../i18n/i18n.js';
import { Loaded } from '../../shared/notices/loaded.js';

/** What is shown of the variants that a funnel never recommends: a check names the first of them. */
export function NeverMatched({ query }: { query: UseQueryResult<{ total: number; first: string[] }> }) {
  const { count, number } = useI18n();
  return (
    <Loaded query={query}>
      {({ total, first }) => (
        <Text size="sm">
          {total > first.length
            ? count('tagging.never.first', total, { shown: number(first.length) })
            : count('tagging.never', total)}
        </Text>
      )}
    </Loaded>
  );
}
