import { Alert, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api, load, type Schemas } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { ConfirmDialog } from '../../shared/dialogs/confirm-dialog.js';
import { Dialog } from '../../shared/dialogs/dialog.js';
import { DialogActions } from '../../shared/dialogs/dialog-actions.js';
import { Facts } from '../../shared/facts.js';
import { ErrorNotice } from '../../shared/notices/error-notice.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { Notice } from '../../shared/notices/notice.js';
import { Section } from '../../shared/section.js';
import { FormatSelect } from './format-select.js';
import type { Format } from './mapping.js';
import { catalogKey, useFeed } from './queries.js';
import { RunLink } from './run-link.js';

type Feed = Schemas['FeedState'];
type Open = 'EDIT' | 'REMOVE';

/** The address that the service fetches by itself. docs/catalog.md "Feeds". */
export function FeedSection() {
  const { t } = useI18n();
  const company = useCompany();
  const feed = useFeed(company.handle);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const canWrite = company.can('integration.write');
  return (
    <Section title={t('feed.title')} text={t('feed.text')}>
      <Loaded query={feed}>
        {(found) => (
          <>
            {found ? (
              <FeedFacts feed={found} />
            ) : (
              <Notice title={t('feed.empty')} text={t(canWrite ? 'feed.empty.text' : 'feed.read-only')} />
            )}
            <Group>
              {found && company.can('catalog.import') && <SyncButton />}
              {canWrite && (
                <Button variant={found ? 'default' : 'filled'} onClick={() => setOpen('EDIT')}>
                  {t(found ? 'feed.edit' : 'feed.add')}
                </Button>
              )}
              {canWrite && found && (
                <Button variant="default" onClick={() => setOpen('REMOVE')}>
                  {t('feed.remove')}
                </Button>
              )}
            </Group>
            {open === 'EDIT' && <FeedDialog feed={found} onClose={close} />}
            {open === 'REMOVE' && <RemoveDialog onClose={close} />}
          </>
        )}
      </Loaded>
    </Section>
  );
}

function FeedFacts({ feed }: { feed: Feed }) {
  const { t, time, count } = useI18n();
  return (
    <>
      {feed.failures > 0 && <Alert color="red">{count('feed.failures', feed.failures)}</Alert>}
      <Facts
        facts={[
          { label: t('feed.url'), value: feed.url },
          { label: t('feed.schedule'), value: count('feed.hours', feed.everyHours) },
          { label: t('feed.next'), value: time(feed.nextSyncAt) },
          {
            label: t('feed.last'),
            value: feed.lastImportId ? (
              <RunLink id={feed.lastImportId}>{t('feed.last.open')}</RunLink>
            ) : (
              t('feed.never')
            ),
          },
        ]}
      />
    </>
  );
}

function SyncButton() {
  const { t } = useI18n();
  const { handle } = useCompany();
  const sync = useChange({
    run: () =>
      load(api.POST('/api/admin/v1/companies/{handle}/catalog/sync', { params: { path: { handle }, query: {} } })),
    changes: catalogKey(handle),
  });
  return (
    <Stack gap="xs">
      <div>
        <Button onClick={() => sync.mutate(undefined)} loading={sync.isPending}>
          {t('feed.fetch')}
        </Button>
      </div>
      <Text role="status" size="sm">
        {sync.data && !sync.isPending && <RunLink id={sync.data.id}>{t('feed.fetching')}</RunLink>}
      </Text>
      <ErrorNotice error={sync.error} />
    </Stack>
  );
}

const HOURS = [1, 2, 3, 6, 12, 24, 48, 168] as const;

function FeedDialog({ feed, onClose }: { feed: Feed | null; onClose: () => void }) {
  const { t, count } = useI18n();
  const { handle } = useCompany();
  const [url, setUrl] = useState(feed?.url ?? '');
  const [format, setFormat] = useState<Format>((feed?.format as Format | undefined) ?? 'auto');
  const [hours, setHours] = useState(feed?.everyHours ?? 12);
  const save = useChange({
    run: () =>
      load(
        api.PUT('/api/admin/v1/companies/{handle}/catalog/feed', {
          params: { path: { handle } },
          body: { url: url.trim(), format, everyHours: hours },
        }),
      ),
    changes: catalogKey(handle),
    onDone: onClose,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(undefined);
  };
  const choices = [...new Set([...HOURS, hours])].sort((a, b) => a - b);
  return (
    <Dialog title={t(feed ? 'feed.edit' : 'feed.add')} onClose={onClose} size="lg">
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            type="url"
            label={t('feed.url')}
            description={t('feed.url.text')}
            value={url}
            onChange={({ currentTarget }) => setUrl(currentTarget.value)}
            required
            data-autofocus
          />
          <FormatSelect value={format} onChange={setFormat} />
          <NativeSelect
            label={t('feed.schedule')}
            value={String(hours)}
            onChange={({ currentTarget }) => setHours(Number(currentTarget.value))}
            data={choices.map((each) => ({ value: String(each), label: count('feed.hours', each) }))}
          />
          <Text size="sm">{t('feed.consequence')}</Text>
          <ErrorNotice error={save.error} />
          <DialogActions action={t('save.action')} onCancel={onClose} loading={save.isPending} />
        </Stack>
      </form>
    </Dialog>
  );
}

function RemoveDialog({ onClose }: { onClose: () => void }) {
  const { t } = useI18n();
  const { handle } = useCompany();
  const remove = useChange({
    run: () => load(api.DELETE('/api/admin/v1/companies/{handle}/catalog/feed', { params: { path: { handle } } })),
    changes: catalogKey(handle),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={t('feed.remove')}
      action={t('feed.remove')}
      change={{ ...remove, mutate: () => remove.mutate(undefined) }}
      onClose={onClose}
    >
      {t('feed.remove.text')}
    </ConfirmDialog>
  );
}
