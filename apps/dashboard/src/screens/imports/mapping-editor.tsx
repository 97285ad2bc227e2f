import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { NATIVE_COLUMNS } from '@svc/domain';
import { useId } from 'react';
import { useI18n } from '../../i18n/i18n.js';
import { FormatSelect } from './format-select.js';
import type { Format, MappedColumn } from './mapping.js';

export interface EditedMapping {
  format: Format;
  columns: MappedColumn[];
}

/** Which column of a file is taken for which column of the format. @param fileColumns - proposed, if a file was chosen. */
export function MappingEditor(props: {
  value: EditedMapping;
  onChange: (value: EditedMapping) => void;
  fileColumns?: readonly string[];
}) {
  const { t } = useI18n();
  const { value, onChange, fileColumns = [] } = props;
  const [names, sources] = [useId(), useId()];
  const setColumn = (id: number, change: Partial<MappedColumn>) =>
    onChange({ ...value, columns: value.columns.map((each) => (each.id === id ? { ...each, ...change } : each)) });
  const add = () => {
    const id = Math.max(-1, ...value.columns.map((each) => each.id)) + 1;
    onChange({ ...value, columns: [...value.columns, { id, name: '', source: '' }] });
  };
  return (
    <Stack gap="sm">
      <FormatSelect value={value.format} onChange={(format) => onChange({ ...value, format })} />
      <Text size="sm" c="dimmed">
        {t('mapping.text')}
      </Text>
      {value.columns.map(({ id, name, source }, index) => (
        <Group key={id} gap="sm" align="flex-end" role="group" aria-label={t('mapping.line', { number: index + 1 })}>
          <TextInput
            label={t('mapping.name')}
            list={names}
            value={name}
            onChange={({ currentTarget }) => setColumn(id, { name: currentTarget.value })}
            flex="1 1 10rem"
          />
          <TextInput
            label={t('mapping.source')}
            list={sources}
            value={source}
            onChange={({ currentTarget }) => setColumn(id, { source: currentTarget.value })}
            flex="2 1 10rem"
          />
          <Button
            variant="default"
            aria-label={t('mapping.remove.named', { number: index + 1 })}
            onClick={() => onChange({ ...value, columns: value.columns.filter((each) => each.id !== id) })}
          >
            {t('mapping.remove')}
          </Button>
        </Group>
      ))}
      <Group>
        <Button variant="default" size="xs" onClick={add}>
          {t('mapping.add')}
        </Button>
      </Group>
      <datalist id={names}>
        {NATIVE_COLUMNS.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <datalist id={sources}>
        {fileColumns.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </Stack>
  );
}
