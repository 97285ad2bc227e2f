import { Button, Menu, Text } from '@mantine/core';
import { useI18n } from '../i18n/i18n.js';

export interface RowAction {
  label: string;
  onClick: () => void;
  isDangerous?: boolean;
  /** Why it is not possible now. An action without permission is shown with the reason, never hidden. */
  obstacle?: string | undefined;
}

/** What can be done with one row of a list. @param name - what the row is about, for screen readers. */
export function RowMenu({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const { t } = useI18n();
  return (
    <Menu position="bottom-end" withinPortal={false} width={280}>
      <Menu.Target>
        <Button size="compact-sm" variant="default" aria-label={t('list.actions.named', { name })}>
          {t('list.actions')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown ta="start">
        {actions.map(({ label, onClick, isDangerous, obstacle }) => (
          <Menu.Item
            key={label}
            onClick={onClick}
            disabled={obstacle !== undefined}
            {...(isDangerous && obstacle === undefined ? { c: 'var(--mantine-color-error)' } : {})}
          >
            {label}
            {obstacle !== undefined && (
              <Text size="xs" component="span" display="block">
                {obstacle}
              </Text>
            )}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
