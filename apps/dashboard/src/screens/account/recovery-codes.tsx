import { Alert, Button, Code, Group, SimpleGrid, Stack } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useI18n } from '../../i18n/i18n.js';

/** The recovery codes, which are shown once. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useI18n();
  const clipboard = useClipboard();
  const text = codes.join('\n');
  return (
    <Stack gap="sm">
      <Alert color="yellow" role="status">
        {t('recovery.once')}
      </Alert>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" component="ul" p={0} m={0}>
        {codes.map((code) => (
          <Code key={code} component="li" fz="md" style={{ listStyle: 'none' }}>
            {code}
          </Code>
        ))}
      </SimpleGrid>
      <Group>
        <Button variant="default" onClick={() => clipboard.copy(text)}>
          {clipboard.copied ? t('copy.done') : t('copy.copy')}
        </Button>
        <Button
          variant="default"
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download="recovery-codes.txt"
        >
          {t('recovery.download')}
        </Button>
        <Button variant="default" onClick={() => print()}>
          {t('recovery.print')}
        </Button>
        <Button onClick={onKept}>{t('recovery.kept')}</Button>
      </Group>
    </Stack>
  );
}
