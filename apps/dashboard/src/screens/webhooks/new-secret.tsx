import { Alert, Button, Group, Stack } from '@mantine/core';
import { useI18n } from '../../i18n/i18n.js';
import { CopyField } from '../../shared/fields/copy-field.js';

/** A secret, shown once. @param until - until when the former one signs as well, if there is one. */
export function NewSecret(props: { secret: string; until?: string | null; onClose: () => void }) {
  const { t, time } = useI18n();
  const { secret, until, onClose } = props;
  return (
    <Stack>
      <Alert color="yellow">{t('webhooks.secret.once')}</Alert>
      <CopyField label={t('webhooks.secret')} value={secret} />
      {until && <Alert color="blue">{t('webhooks.secret.both', { time: time(until) })}</Alert>}
      <Group justify="flex-end">
        <Button onClick={onClose}>{t('dialog.done')}</Button>
      </Group>
    </Stack>
  );
}
