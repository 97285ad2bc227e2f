import { Button, Checkbox, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { api, load } from '../../api/client.js';
import { useList } from '../../api/queries.js';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { SearchField } from '../../shared/fields/search-field.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { NothingFound } from '../../shared/notices/nothing-found.js';
import { Notice } from '../../shared/notices/notice.js';
import { PageTitle } from '../../shared/page-title.js';
import { Rows } from '../../shared/rows.js';
import { Section } from '../../shared/section.js';
import type { TranscriptsAddress } from './address.js';
import { TranscriptDialog } from './transcript-dialog.js';

const CHAT = '/api/admin/v1/companies/{handle}/chat';

/** What shoppers write to the chat, and what it could not answer. docs/dashboard.md Y55. */
export function Transcripts() {
  const { t } = useI18n();
  if (useCompany().can('conversation.read')) return <ReadableTranscripts />;
  return (
    <Stack gap="lg">
      <PageTitle title={t('transcripts.title')} text={t('transcripts.text')} />
      <Notice title={t('transcripts.not-allowed')} text={t('transcripts.not-allowed.text')} />
    </Stack>
  );
}

function ReadableTranscripts() {
  const { t } = useI18n();
  const { handle } = useCompany();
  const navigate = useNavigate();
  const address: TranscriptsAddress = useSearch({ strict: false });
  const show = (search: TranscriptsAddress) => void navigate({ to: '.', search: search as never });
  const { conversation, ...filter } = address;
  const { text, ...withoutText } = filter;
  const { unanswered, ...withoutUnanswered } = filter;
  return (
    <Stack gap="lg">
      <PageTitle title={t('transcripts.title')} text={t('transcripts.text')} />
      <SearchField
        label={t('transcripts.search')}
        value={text ?? ''}
        onSearch={(wanted) => show(wanted === '' ? withoutText : { ...withoutText, text: wanted })}
      />
      <Checkbox
        label={t('transcripts.unanswered-only')}
        checked={unanswered === true}
        onChange={({ currentTarget }) =>
          show(currentTarget.checked ? { ...filter, unanswered: true } : { ...withoutUnanswered })
        }
      />
      <Conversations
        handle={handle}
        isUnanswered={unanswered === true}
        text={text?.trim().slice(0, 100) ?? ''}
        onOpen={(id) => show({ ...filter, conversation: id })}
        onClear={() => show({})}
      />
      <Section title={t('transcripts.questions')} text={t('transcripts.questions.text')}>
        <Questions handle={handle} />
      </Section>
      {conversation !== undefined && <TranscriptDialog id={conversation} onClose={() => show(filter)} />}
    </Stack>
  );
}

function NoConversations(props: { isUnanswered: boolean; text: string; onClear: () => void }) {
  const { t } = useI18n();
  const { isUnanswered, text, onClear } = props;
  if (text !== '') {
    const title = t('transcripts.search.none');
    return <NothingFound title={title} text={t('transcripts.search.none.text')} onClear={onClear} />;
  }
  if (isUnanswered) return <NothingFound title={t('transcripts.unanswered.none')} onClear={onClear} />;
  return <Notice title={t('transcripts.none')} text={t('transcripts.none.text')} />;
}

function Conversations(props: {
  handle: string;
  isUnanswered: boolean;
  text: string;
  onOpen: (id: string) => void;
  onClear: () => void;
}) {
  const { t, time, number } = useI18n();
  const { handle, isUnanswered, onOpen, onClear } = props;
  // One character is not searched for.
  const text = props.text.length < 2 ? '' : props.text;
  const found = useList(['transcripts', handle, 'list', isUnanswered, text], (cursor) =>
    load(
      api.GET(`${CHAT}/threads`, {
        params: {
          path: { handle },
          query: {
            limit: 50,
            ...(cursor ? { cursor } : {}),
            ...(isUnanswered ? { unanswered: 'true' } : {}),
            ...(text === '' ? {} : { text }),
          },
        },
      }),
    ),
  );
  return (
    <Loaded query={found}>
      {(items) =>
        items.length === 0 ? (
          <NoConversations {...{ isUnanswered, text, onClear }} />
        ) : (
          <Rows
            caption={t('transcripts.title')}
            items={items}
            toKey={({ id }) => id}
            more={found}
            columns={[
              { title: t('transcripts.last'), cell: ({ lastMessageAt }) => time(lastMessageAt) },
              { title: t('transcripts.turns'), cell: ({ turns }) => number(turns), isNumber: true },
              { title: t('transcripts.unanswered'), cell: ({ unanswered }) => number(unanswered), isNumber: true },
              {
                title: t('transcripts.conversation'),
                cell: ({ id, lastMessageAt }) => (
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() => onOpen(id)}
                    aria-label={t('transcripts.read.named', { time: time(lastMessageAt) })}
                  >
                    {t('transcripts.read')}
                  </Button>
                ),
              },
            ]}
          />
        )
      }
    </Loaded>
  );
}

function Questions({ handle }: { handle: string }) {
  const { t, time, number } = useI18n();
  const found = useQuery({
    queryKey: ['transcripts', handle, 'unanswered'],
    queryFn: () => load(api.GET(`${CHAT}/unanswered`, { params: { path: { handle } } })),
  });
  return (
    <Loaded query={found}>
      {({ data }) =>
        data.length === 0 ? (
          <Notice title={t('transcripts.questions.none')} />
        ) : (
          <Rows
            caption={t('transcripts.questions')}
            items={data}
            toKey={({ text }) => text}
            columns={[
              { title: t('transcripts.question'), cell: ({ text }) => <span className="wrap-anywhere">{text}</span> },
              { title: t('transcripts.times'), cell: ({ count }) => number(count), isNumber: true },
              { title: t('transcripts.last-asked'), cell: ({ lastAt }) => time(lastAt) },
            ]}
          />
        )
      }
    </Loaded>
  );
}
