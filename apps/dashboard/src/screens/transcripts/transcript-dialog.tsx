import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, load, type Schemas } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { Dialog } from '../../shared/dialogs/dialog.js';
import { ErrorNotice } from '../../shared/notices/error-notice.js';
import { Loaded } from '../../shared/notices/loaded.js';

const ONE = '/api/admin/v1/companies/{handle}/chat/threads/{transcriptId}';
type Message = Schemas['ChatMessage'];

/** One conversation, and its erasure. */
export function TranscriptDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useI18n();
  const { handle, can } = useCompany();
  const params = { path: { handle, transcriptId: id } };
  const found = useQuery({
    queryKey: ['transcripts', handle, 'one', id],
    queryFn: () => load(api.GET(ONE, { params })),
  });
  const erase = useChange({
    run: () => load(api.DELETE(ONE, { params })),
    changes: ['transcripts', handle, 'list'],
    onDone: onClose,
  });
  return (
    <Dialog onClose={onClose} title={t('transcripts.conversation')} size="lg">
      <Stack>
        <Loaded query={found}>
          {({ messages }) => (
            <Stack gap="sm">
              {messages.map((message, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: messages have no id, and their order does not change.
                <OneMessage key={at} message={message} />
              ))}
            </Stack>
          )}
        </Loaded>
        <ErrorNotice error={erase.error} />
        <Text size="sm" c="dimmed">
          {t(can('conversation.erase') ? 'transcripts.erase.text' : 'transcripts.erase.role')}
        </Text>
        <Group justify="flex-end">
          <Button
            color="red"
            disabled={!can('conversation.erase')}
            loading={erase.isPending}
            onClick={() => erase.mutate(undefined)}
          >
            {t('transcripts.erase')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function OneMessage({ message: { createdAt, text, blocks } }: { message: Message }) {
  const { t, time, list } = useI18n();
  return (
    <div className="wrap-anywhere">
      <Text size="sm" fw={600}>
        {t(text === undefined ? 'transcripts.chat' : 'transcripts.shopper')} · {time(createdAt)}
      </Text>
      {text !== undefined && <Text>{text}</Text>}
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no id, and their order does not change.
        <Text key={at}>
          {block.type === 'text' && block.text}
          {block.type === 'products' && list(block.items.map(({ card, variantId }) => card?.name ?? variantId))}
          {block.type === 'comparison' && list(block.cards.map(({ name }) => name))}
          {block.type === 'actions' && list(block.items.map(({ label }) => label))}
        </Text>
      ))}
    </div>
  );
}
