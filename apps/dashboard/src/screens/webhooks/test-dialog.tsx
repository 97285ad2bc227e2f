import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api, load } from '../../api/client.js';
import { useI18n } from '../../i18n/i18n.js';
import { Dialog } from '../../shared/dialogs/dialog.js';
import { ErrorNotice } from '../../shared/notices/error-notice.js';
import { AttemptDetails } from './attempt-details.js';

/** Sends an example without real data, and shows what came back. docs/webhooks.md "Trying it". */
export function TestDialog({ handle, onClose }: { handle: string; onClose: () => void }) {
  const { t } = useI18n();
  const test = useMutation({
    mutationFn: () =>
      load(
        api.POST('/api/admin/v1/companies/{handle}/webhooks/test', {
          params: { path: { handle } },
          body: { target: 'webhook' },
        }),
      ),
  });
  return (
    <Dialog onClose={onClose} title={t('webhooks.test')} size="xl">
      <Stack>
        <Text>{t('webhooks.test.text')}</Text>
        <ErrorNotice error={test.error} />
        {test.data && (
          <div role="status">
            <AttemptDetails attempt={test.data} requestBody={test.data.requestBody} />
          </div>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('dialog.close')}
          </Button>
          <Button loading={test.isPending} onClick={() => test.mutate()} data-autofocus>
            {t(test.data ? 'webhooks.test.again' : 'webhooks.test.send')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
