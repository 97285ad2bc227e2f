import { Alert, Button, FileButton } from '@mantine/core';
import { useState } from 'react';
import { useI18n } from '../../../i18n/i18n.js';
import { download } from '../../../shared/csv/download.js';
import { decode, findDelimiter, readRows } from '../../../shared/csv/read-csv.js';
import { writeCsv } from '../../../shared/csv/write-csv.js';
import type { GridModel } from '../grid/grid-model.js';
import type { PastePlan } from './plan-paste.js';
import { writeTagList } from './tag-list.js';

/** More than a list of the most rows and tags that the grid has. */
const MAX_MIB = 20;
const MAX_ROWS = 100_000;

/** The tags of the rows shown as a CSV file, and such a file back. docs/dashboard.md Y80. */
export function ListFile(props: {
  company: string;
  model: GridModel;
  /** Rows of the model that are shown. */
  rows: readonly number[];
  isReadOnly: boolean;
  plan: (table: string[][]) => PastePlan;
  onPlan: (plan: PastePlan & { table: string[][] }) => void;
}) {
  const { company, model, rows, isReadOnly } = props;
  const { t, size, list } = useI18n();
  const [error, setError] = useState('');
  const read = async (file: File): Promise<string> => {
    if (file.size > MAX_MIB * 2 ** 20) return t('tagging.list.too-large', { size: size(file.size), max: MAX_MIB });
    const { text } = decode(new Uint8Array(await file.arrayBuffer()));
    const table = readRows(text, { delimiter: findDelimiter(text), isWhole: true, maxRows: MAX_ROWS });
    if (table.length < 2) return t('tagging.list.no-rows', { name: file.name });
    const plan = props.plan(table);
    // The place of a cell in a file means nothing.
    if (plan.kind === 'PLACED') return t('tagging.list.wrong-columns', { columns: list(table[0] ?? []) });
    props.onPlan({ ...plan, table });
    return '';
  };
  const choose = (file: File | null) => {
    if (file) read(file).then(setError, () => setError(t('tagging.list.unreadable', { name: file.name })));
  };
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        disabled={rows.length === 0}
        onClick={() => download(writeCsv(writeTagList(model, rows)), `tags-${company}.csv`, 'text/csv;charset=utf-8')}
      >
        {t('tagging.list.download')}
      </Button>
      {!isReadOnly && (
        <FileButton onChange={choose} accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values" key={error}>
          {(button) => (
            <Button {...button} size="compact-sm" variant="default">
              {t('tagging.list.import')}
            </Button>
          )}
        </FileButton>
      )}
      {error && (
        <Alert color="red" role="alert" w="100%" className="wrap-anywhere">
          {error}
        </Alert>
      )}
    </>
  );
}
