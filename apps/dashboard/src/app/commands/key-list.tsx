import { Checkbox, Kbd, Stack, Table, Text } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import { useI18n } from '../../i18n/i18n.js';
import { Dialog } from '../../shared/dialogs/dialog.js';
import { singleKeys } from '../keys.js';
import { screenKeys } from '../screen-keys.js';

const EVERYWHERE = [
  { keys: ['Ctrl', 'K'], label: 'shortcuts.search' },
  { keys: ['Ctrl', 'S'], label: 'shortcuts.save' },
  { keys: ['?'], label: 'shortcuts.help' },
  { keys: ['g', 'o'], label: 'shortcuts.overview' },
  { keys: ['g', 'f'], label: 'shortcuts.funnels' },
  { keys: ['g', 'p'], label: 'shortcuts.products' },
  { keys: ['g', 'i'], label: 'shortcuts.insight' },
  { keys: ['g', 'm'], label: 'shortcuts.imports' },
  { keys: ['g', 's'], label: 'shortcuts.settings' },
  { keys: ['Esc'], label: 'shortcuts.close' },
] as const;

/** The keys of every screen and of this one, and the switch for those without Control. */
export function KeyList({ onClose }: { onClose: () => void }) {
  const { t } = useI18n();
  const own = useSyncExternalStore(screenKeys.subscribe, screenKeys.get);
  const [isOn, setOn] = useState(singleKeys.get);
  return (
    <Dialog onClose={onClose} title={t('shortcuts.title')}>
      <Stack>
        {own.length > 0 && (
          <KeyTable caption={t('shortcuts.screen')} rows={own.map((row) => ({ ...row, label: t(row.label) }))} />
        )}
        <KeyTable
          caption={t('shortcuts.everywhere')}
          rows={EVERYWHERE.map((row) => ({ ...row, label: t(row.label) }))}
        />
        <Text size="sm" c="dimmed">
          {t('shortcuts.mac')}
        </Text>
        <Checkbox
          label={t('shortcuts.single')}
          description={t('shortcuts.single.text')}
          checked={isOn}
          onChange={({ currentTarget }) => {
            singleKeys.set(currentTarget.checked);
            setOn(currentTarget.checked);
          }}
        />
      </Stack>
    </Dialog>
  );
}

function KeyTable(props: { caption: string; rows: readonly { keys: readonly string[]; label: string }[] }) {
  return (
    <Table captionSide="top">
      <Table.Caption>{props.caption}</Table.Caption>
      <Table.Tbody>
        {props.rows.map(({ keys, label }) => (
          <Table.Tr key={label}>
            <Table.Th scope="row" fw={400}>
              {label}
            </Table.Th>
            <Table.Td className="number">
              {keys.map((key, index) => (
                <span key={key}>
                  {index > 0 && ' '}
                  <Kbd>{key}</Kbd>
                </span>
              ))}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
