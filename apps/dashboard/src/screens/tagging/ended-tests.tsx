import { Alert, List } from '@mantine/core';
import type { TaggingOperation } from '@svc/domain';
import { useRunningTests } from '../../api/running-tests.js';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { findEndedTests } from './find-ended-tests.js';

/** Names the running tests that a save of these changes ends; nothing where it ends none. docs/dashboard.md Y17.8. */
export function EndedTests({ operations }: { operations: readonly Pick<TaggingOperation, 'kind' | 'id'>[] }) {
  const { t } = useI18n();
  const { handle, can } = useCompany();
  const tests = useRunningTests(handle, { isEnabled: operations.length > 0 && can('insight.read') });
  const ended = findEndedTests(tests.data ?? [], operations);
  if (ended.length === 0) return null;
  return (
    <Alert color="yellow" title={t('tagging.ends-tests')}>
      <List size="sm">
        {ended.map(({ id, name }) => (
          <List.Item key={id} className="wrap-anywhere">
            {t('tagging.ends-test', { test: name })}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
