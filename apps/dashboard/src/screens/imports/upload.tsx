import { Alert, Button, FileButton, Group, Progress, Stack, Table, Text, Title } from '@mantine/core';
import { FEED_SYSTEMS } from '@svc/domain';
import { type DragEvent, useState } from 'react';
import { api, load } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { ErrorNotice } from '../../shared/notices/error-notice.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { useWarningBeforeUnload } from '../../shared/unsaved/use-warning-before-unload.js';
import { Decision } from './decision.js';
import { findMissingColumns, isSameMapping, type Mapping, toColumns, toMapping } from './mapping.js';
import { type EditedMapping, MappingEditor } from './mapping-editor.js';
import { catalogKey, useImport, useMapping } from './queries.js';
import { type FilePreview, PREVIEW_BYTES, readHeader } from './read-header.js';
import { RunReport, StateBadge } from './run-report.js';
import { isHeld } from './run-state.js';
import '@mantine/core/styles/Progress.layer.css';

interface Chosen {
  file: File;
  preview: FilePreview | undefined;
}

/** A file is chosen, looked at, checked without effect, and imported. */
export function Upload() {
  const { t, listOr } = useI18n();
  const [chosen, setChosen] = useState<Chosen>();
  const [isOver, setOver] = useState(false);
  const choose = async (file: File | null | undefined) => {
    if (!file) return;
    const bytes = new Uint8Array(await file.slice(0, PREVIEW_BYTES).arrayBuffer());
    setChosen({ file, preview: readHeader(bytes, file.size <= PREVIEW_BYTES) });
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void choose(event.dataTransfer.files[0]);
  };
  return (
    <Stack
      className="drop-zone"
      gap="sm"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Title order={2} size="h4">
        {t('upload.title')}
      </Title>
      <Text c="dimmed" size="sm">
        {t('upload.text', { systems: listOr(Object.values(FEED_SYSTEMS)) })}
      </Text>
      <Group>
        <FileButton onChange={choose} accept=".csv,.tsv,.txt,text/csv,text/plain">
          {(button) => (
            <Button {...button} variant={chosen ? 'default' : 'filled'}>
              {t(chosen ? 'upload.choose-other' : 'upload.choose')}
            </Button>
          )}
        </FileButton>
      </Group>
      {chosen && <ChosenFile key={`${chosen.file.name} ${chosen.file.lastModified} ${chosen.file.size}`} {...chosen} />}
    </Stack>
  );
}

const DELIMITERS: Record<string, string> = { '\t': 'Tab' };

function ChosenFile({ file, preview }: Chosen) {
  const { t, size } = useI18n();
  const company = useCompany();
  const saved = useMapping(company.handle);
  return (
    <Stack gap="md" mt="sm">
      <Text className="wrap-anywhere" role="status">
        {t('upload.chosen', { name: file.name, size: size(file.size) })}
      </Text>
      {preview ? (
        <>
          <Text size="sm">
            {t('upload.found', {
              encoding: preview.encoding,
              delimiter: DELIMITERS[preview.delimiter] ?? preview.delimiter,
              columns: preview.columns.length,
            })}
          </Text>
          <PreviewTable preview={preview} />
        </>
      ) : (
        <Alert color="yellow">{t('upload.no-header')}</Alert>
      )}
      <Loaded query={saved}>
        {(mapping) => <ImportOptions file={file} columns={preview?.columns ?? []} saved={mapping} />}
      </Loaded>
    </Stack>
  );
}

function PreviewTable({ preview: { columns, rows } }: { preview: FilePreview }) {
  const { t } = useI18n();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls can be scrolled by keyboard.
    <section className="scroll-x" tabIndex={0} aria-label={t('upload.preview')}>
      <Table withTableBorder>
        <Table.Thead>
          <Table.Tr>
            {columns.map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a file may name a column twice, and the columns never move.
              <Table.Th key={index} scope="col">
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a file never move.
            <Table.Tr key={line}>
              {columns.map((_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above.
                <Table.Td key={index} className="cell-preview">
                  {row[index] ?? ''}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

interface Started {
  id: string;
  isDry: boolean;
}

function ImportOptions({ file, columns, saved }: { file: File; columns: readonly string[]; saved: Mapping }) {
  const { t, list } = useI18n();
  const company = useCompany();
  const [edited, setEdited] = useState<EditedMapping>({ format: saved.format ?? 'auto', columns: toColumns(saved) });
  const [started, setStarted] = useState<Started>();
  const mapping = toMapping(edited.format, edited.columns);
  const missing = columns.length === 0 ? [] : findMissingColumns(mapping, columns);
  const send = useChange({
    run: async (isDry: boolean): Promise<Started> => {
      const { id } = await load(
        api.POST('/api/admin/v1/companies/{handle}/catalog/imports', {
          params: {
            path: { handle: company.handle },
            query: {
              dryRun: isDry ? 'true' : 'false',
              ...(isSameMapping(mapping, saved) ? {} : { mapping: JSON.stringify(mapping) }),
            },
          },
          headers: { 'content-type': 'text/csv' },
          body: file as never,
          bodySerializer: (body) => body,
        }),
      );
      return { id, isDry };
    },
    changes: catalogKey(company.handle),
    onDone: setStarted,
  });
  useWarningBeforeUnload(send.isPending);
  const isChecked = started?.isDry === true;
  return (
    <Stack gap="md">
      <details>
        <summary>{t('upload.mapping')}</summary>
        <Stack mt="sm">
          <MappingEditor
            value={edited}
            onChange={(next) => {
              setEdited(next);
              // A check with another mapping says nothing about this one.
              if (isChecked) setStarted(undefined);
            }}
            fileColumns={columns}
          />
        </Stack>
      </details>
      {missing.length > 0 && <Alert color="yellow">{t('upload.mapping.missing', { columns: list(missing) })}</Alert>}
      <Group>
        <Button onClick={() => send.mutate(true)} loading={send.isPending} variant={isChecked ? 'default' : 'filled'}>
          {t('upload.check')}
        </Button>
        <Button onClick={() => send.mutate(false)} loading={send.isPending} variant={isChecked ? 'filled' : 'default'}>
          {t('upload.import')}
        </Button>
      </Group>
      {send.isPending && (
        <Stack gap="xs" role="status">
          <Progress.Root>
            <Progress.Section value={100} animated striped aria-label={t('upload.sending')} />
          </Progress.Root>
          <Text size="sm">{t('upload.sending')}</Text>
        </Stack>
      )}
      <ErrorNotice error={send.error} />
      {started && !send.isPending && <StartedRun key={started.id} {...started} />}
    </Stack>
  );
}

function StartedRun({ id, isDry }: Started) {
  const { t } = useI18n();
  const company = useCompany();
  const run = useImport(company.handle, id);
  return (
    <Stack gap="md">
      <Title order={3} size="h5">
        {t(isDry ? 'upload.checked' : 'upload.imported')}
      </Title>
      <Loaded query={run}>
        {(found) => (
          <>
            <div role="status">
              <StateBadge run={found} />
            </div>
            {isHeld(found) && <Decision run={found} />}
            <RunReport run={found} company={company.handle} />
          </>
        )}
      </Loaded>
    </Stack>
  );
}
