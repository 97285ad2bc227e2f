import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useI18n } from '../../i18n/i18n.js';
import { CopyField } from './copy-field.js';

/** The outcome of something that makes a link: it was mailed, or it is shown this once, to be handed over. */
export function OneTimeLink(props: {
  /** Undefined: it was mailed. */
  link: string | undefined;
  label: string;
  mailed?: string;
  onClose: () => void;
}) {
  const { t } = useI18n();
  return (
    <Stack>
      {props.link === undefined ? (
        <Text role="status">{props.mailed}</Text>
      ) : (
        <>
          <Alert color="yellow" role="status">
            {t('link.once')}
          </Alert>
          <CopyField label={props.label} value={props.link} />
        </>
      )}
      <Group justify="flex-end">
        <Button onClick={props.onClose} data-autofocus>
          {t('dialog.done')}
        </Button>
      </Group>
    </Stack>
  );
}
