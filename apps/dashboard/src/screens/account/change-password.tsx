import { Alert, Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, load } from '../../api/client.js';
import { useI18n } from '../../i18n/i18n.js';
import { NewPasswordField } from '../../shared/fields/new-password-field.js';
import { ErrorNotice } from '../../shared/notices/error-notice.js';

/** All other sessions of the user end. docs/identity.md I2.3. */
export function ChangePassword() {
  const { t } = useI18n();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const change = useMutation({
    mutationFn: () => load(api.POST('/auth/password', { body: { current, next } })),
    onSuccess: () => {
      setCurrent('');
      setNext('');
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <PasswordInput
          label={t('password.current')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('sign-in.show-password') }}
          value={current}
          onChange={({ currentTarget }) => setCurrent(currentTarget.value)}
          required
        />
        <NewPasswordField value={next} onChange={setNext} />
        <ErrorNotice error={change.error} />
        {change.isSuccess && (
          <Alert color="green" role="status">
            {t('password.changed')}
          </Alert>
        )}
        <Group>
          <Button type="submit" variant="default" loading={change.isPending}>
            {t('password.change')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
