import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useI18n } from '../../i18n/i18n.js';
import { Dialog } from '../dialogs/dialog.js';
import { createConflictTexts } from './describe-conflict.js';
import type { Conflict } from './model/merge.js';
import type { Step } from './model/steps.js';

/** What both users have changed, one by one. It stays open until it is decided: nothing is saved before. */
export function ConflictDialog(props: {
  conflicts: readonly Conflict[];
  steps: readonly Step[];
  /** @param theirs - ids of the conflicts where the other side is taken. */
  onDecide: (theirs: ReadonlySet<string>) => void;
}) {
  const i18n = useI18n();
  const { t } = i18n;
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const choose = (id: string, side: string) => {
    const next = new Set(theirs);
    if (side === 'theirs') next.add(id);
    else next.delete(id);
    setTheirs(next);
  };
  const { toText, toPlace } = createConflictTexts(props.steps, i18n);
  return (
    <Dialog
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('edit.conflict')}
      size="lg"
    >
      <Stack>
        <Text>{t('edit.conflict.text')}</Text>
        {props.conflicts.map((conflict) => (
          <Radio.Group
            key={conflict.id}
            label={toPlace(conflict)}
            value={theirs.has(conflict.id) ? 'theirs' : 'mine'}
            onChange={(side) => choose(conflict.id, side)}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="mine" label={t('edit.conflict.mine', { value: toText(conflict, conflict.mine) })} />
              <Radio value="theirs" label={t('edit.conflict.theirs', { value: toText(conflict, conflict.theirs) })} />
            </Stack>
          </Radio.Group>
        ))}
        <Group justify="flex-end">
          <Button onClick={() => props.onDecide(theirs)}>{t('edit.conflict.decide')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
