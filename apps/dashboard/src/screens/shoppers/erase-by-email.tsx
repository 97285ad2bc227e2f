import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, load } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { ConfirmDialog } from '../../shared/dialogs/confirm-dialog.js';

/** Erases every analysis with an address. The address is typed twice: what is erased does not come back. */
export function EraseByEmail() {
  const { t, count } = useI18n();
  const { handle, can } = useCompany();
  const queries = useQueryClient();
  const [email, setEmail] = useState('');
  const [isAsking, setAsking] = useState(false);
  const erase = useChange({
    run: (address: string) =>
      load(
        api.DELETE('/api/admin/v1/companies/{handle}/analyses', {
          params: { path: { handle }, query: { email: address } },
        }),
      ),
    changes: ['deliveries', handle],
    onDone: () => {
      // One of them may be on this screen.
      void queries.resetQueries({ queryKey: ['analysis', handle] });
      setAsking(false);
      setEmail('');
    },
  });
  const mayErase = can('analysis.erase');
  const address = email.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    erase.reset();
    setAsking(true);
  };
  return (
    <>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Group align="flex-end" gap="xs">
            <TextInput
              type="email"
              label={t('shoppers.email')}
              value={email}
              onChange={({ currentTarget }) => setEmail(currentTarget.value)}
              maxLength={320}
              autoComplete="off"
              disabled={!mayErase}
              required
              flex={1}
              miw="12rem"
            />
            <Button type="submit" color="red" variant="outline" disabled={!mayErase}>
              {t('shoppers.erase.action')}
            </Button>
          </Group>
          {!mayErase && <Text size="sm">{t('shoppers.erase.role')}</Text>}
          <Text role="status">{erase.data ? count('shoppers.erased', erase.data.erased) : ''}</Text>
        </Stack>
      </form>
      {isAsking && (
        <ConfirmDialog
          title={t('shoppers.erase')}
          action={t('shoppers.erase.action')}
          change={{ ...erase, mutate: () => erase.mutate(address) }}
          onClose={() => setAsking(false)}
          typed={address}
        >
          {t('shoppers.erase.confirm')}
        </ConfirmDialog>
      )}
    </>
  );
}
