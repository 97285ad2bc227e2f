import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { api, load } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { useI18n } from '../../i18n/i18n.js';
import { ErrorNotice } from '../../shared/notices/error-notice.js';
import type { RenamedTag } from './rename-tag-dialog.js';

/** After a rename: what happened, and the way back. */
export function Renamed({ company, renamed }: { company: string; renamed: RenamedTag }) {
  const { t } = useI18n();
  const undo = useChange({
    run: () =>
      load(
        api.POST('/api/admin/v1/companies/{handle}/tags/rename/undo', {
          params: { path: { handle: company } },
          body: renamed.undo,
        }),
      ),
    changes: [],
  });
  const { from, to } = renamed;
  return (
    <Stack gap="xs">
      <Alert color="green" role="status">
        <Text size="sm" className="wrap-anywhere">
          {t(undo.data ? 'tags.renamed.undone' : 'tags.renamed', { from, to })}
        </Text>
      </Alert>
      {!undo.data && (
        <Group>
          <Button variant="default" size="compact-sm" onClick={() => undo.mutate(undefined)} loading={undo.isPending}>
            {t('tags.renamed.undo')}
          </Button>
        </Group>
      )}
      <ErrorNotice error={undo.error} />
    </Stack>
  );
}
