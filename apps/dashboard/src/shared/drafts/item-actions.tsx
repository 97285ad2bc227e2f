import { Button, Group } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import type { TextKey } from '../../i18n/areas.js';
import { useI18n } from '../../i18n/i18n.js';

/** What can be done with an entry of a list. */
export type ItemAction = 'edit' | 'try' | 'up' | 'down' | 'duplicate' | 'remove';
const TEXTS = {
  edit: ['draft.edit', 'draft.edit.named'],
  try: ['draft.try', 'draft.try.named'],
  up: ['draft.up', 'draft.up.named'],
  down: ['draft.down', 'draft.down.named'],
  duplicate: ['draft.duplicate', 'draft.duplicate.named'],
  remove: ['draft.remove', 'draft.remove.named'],
} as const satisfies Record<ItemAction, [TextKey, TextKey]>;

/** The buttons of an entry. @param props.name - what the entry is called. */
export function ItemActions(props: {
  name: string;
  actions: readonly ItemAction[];
  /** Actions that are not possible now. */
  disabled: readonly ItemAction[];
  isOpen: boolean;
  onAction(action: ItemAction): void;
}) {
  const { t } = useI18n();
  const { name, isOpen } = props;
  return (
    <Group gap="xs">
      {props.actions.map((action) => {
        const isClose = action === 'edit' && isOpen;
        const [label, named] = TEXTS[action];
        return (
          <Button
            key={action}
            size="sm"
            variant="default"
            disabled={props.disabled.includes(action)}
            aria-label={t(isClose ? 'draft.close.named' : named, { name })}
            aria-expanded={action === 'edit' ? isOpen : undefined}
            onClick={() => props.onAction(action)}
          >
            {t(isClose ? 'draft.close' : label)}
          </Button>
        );
      })}
    </Group>
  );
}

/** `Alt` with an arrow moves the entry that has the focus. */
export const moveByKey = (move: (by: -1 | 1) => void) => (event: KeyboardEvent) => {
  if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
  event.preventDefault();
  move(event.key === 'ArrowUp' ? -1 : 1);
};
