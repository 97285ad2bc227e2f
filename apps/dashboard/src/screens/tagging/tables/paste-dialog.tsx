import { Button, Group, List, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { TextKey } from '../../../i18n/areas.js';
import { useI18n } from '../../../i18n/i18n.js';
import { Dialog } from '../../../shared/dialogs/dialog.js';
import { DialogForm } from '../../../shared/dialogs/dialog-form.js';
import { Facts } from '../../../shared/facts.js';
import type { PastePlan, Refusal } from './plan-paste.js';

const MAX_LISTED = 50;

const REASONS = {
  VALUE: 'tagging.paste.refused.value',
  ROW: 'tagging.paste.refused.row',
  COLUMN: 'tagging.paste.refused.column',
  OUTSIDE: 'tagging.paste.refused.outside',
  ROUNDED: 'tagging.paste.refused.rounded',
  TWICE: 'tagging.paste.refused.twice',
  TAG: 'tagging.paste.refused.tag',
  CHANGED: 'tagging.paste.refused.changed',
  UNUSED: 'tagging.paste.refused.unused',
} as const satisfies Record<Refusal['reason'], TextKey>;

const WAYS = {
  LIST: 'tagging.paste.by-list',
  KEYED: 'tagging.paste.by-id',
  PLACED: 'tagging.paste.by-place',
} as const satisfies Record<PastePlan['kind'], TextKey>;

/** What a paste or a file would do, before it does anything. */
export function PasteDialog(props: {
  plan: PastePlan;
  /** Copies the rows of which something is refused, so that they can be corrected where they came from. */
  onCopyRefused: () => Promise<void>;
  onApply: () => void;
  onClose: () => void;
}) {
  const { plan, onCopyRefused, onApply, onClose } = props;
  const [said, setSaid] = useState('');
  const { t, count, number } = useI18n();
  const listed = useMemo(() => plan.refused.slice(0, MAX_LISTED), [plan]);
  const submit = () => {
    onApply();
  };
  return (
    <Dialog title={t(plan.kind === 'LIST' ? 'tagging.list' : 'tagging.paste')} onClose={onClose} size="lg">
      <DialogForm
        onSubmit={submit}
        action={t('tagging.paste.apply')}
        onCancel={onClose}
        disabled={plan.cells.length === 0}
      >
        <Text size="sm">{t(WAYS[plan.kind])}</Text>
        <Facts
          facts={[
            { label: t('tagging.paste.set'), value: number(plan.set) },
            { label: t('tagging.paste.cleared'), value: number(plan.cleared) },
            { label: t('tagging.paste.unchanged'), value: number(plan.unchanged) },
            { label: t('tagging.paste.locked'), value: number(plan.locked) },
            { label: t('tagging.paste.refused'), value: number(plan.refused.length) },
          ]}
        />
        {listed.length > 0 && (
          <List size="sm" mah="16rem" style={{ overflow: 'auto' }} tabIndex={0} aria-label={t('tagging.paste.refused')}>
            {listed.map(({ reason, row, column, text }) => (
              <List.Item key={`${reason} ${row} ${column} ${text}`} className="wrap-anywhere">
                {t(REASONS[reason], { row, column, text })}
              </List.Item>
            ))}
          </List>
        )}
        {plan.refused.length > listed.length && (
          <Text size="sm" c="dimmed">
            {count('tagging.paste.more', plan.refused.length - listed.length)}
          </Text>
        )}
        {listed.length > 0 && (
          <Group gap="sm">
            <Button
              size="xs"
              variant="default"
              onClick={() =>
                onCopyRefused().then(
                  () => setSaid(t('tagging.paste.copied')),
                  () => setSaid(t('tagging.paste.not-copied')),
                )
              }
            >
              {t('tagging.paste.copy-refused')}
            </Button>
            <Text role="status" size="sm" c="dimmed">
              {said}
            </Text>
          </Group>
        )}
      </DialogForm>
    </Dialog>
  );
}
