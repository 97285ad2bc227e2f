import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useI18n } from '../../i18n/i18n.js';
import { CopyField } from '../../shared/fields/copy-field.js';
import { ErrorNotice } from '../../shared/notices/error-notice.js';
import type { Scope } from './scope.js';

/** Computes the chain of hashes again. docs/identity.md I11.6. */
export function Verification({ scope }: { scope: Scope }) {
  const { t, count } = useI18n();
  const verify = useMutation({ mutationFn: scope.verify });
  const { data } = verify;
  return (
    <Stack gap="sm" maw="44rem">
      <Group>
        <Button variant="default" loading={verify.isPending} onClick={() => verify.mutate()}>
          {t('audit.verify.action')}
        </Button>
      </Group>
      <ErrorNotice error={verify.error} />
      <div role="status">
        {data && data.problems.length === 0 && <Text>{count('audit.verify.whole', data.records)}</Text>}
        {data && data.problems.length > 0 && (
          <Alert color="red" title={t('audit.verify.broken')}>
            <List size="sm">
              {data.problems.map(({ number, message }) => (
                <List.Item key={`${number} ${message}`}>{message}</List.Item>
              ))}
            </List>
          </Alert>
        )}
      </div>
      {data?.head && <CopyField label={t('audit.verify.head')} value={`${data.head.number}:${data.head.hash}`} />}
    </Stack>
  );
}
