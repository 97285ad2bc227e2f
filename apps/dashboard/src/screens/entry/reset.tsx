import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { api, load } from '../../api/client.js';
import { useI18n } from '../../i18n/i18n.js';
import { NewPasswordField } from '../../shared/fields/new-password-field.js';
import { ErrorNotice } from '../../shared/notices/error-notice.js';
import { EntryPage } from './entry-page.js';
import { readFragmentToken } from './fragment-token.js';

/** Without a token: asks for a link. With the token of a link: sets the password. docs/identity.md I7. */
export function Reset() {
  const { t } = useI18n();
  const [token] = useState(readFragmentToken);
  return (
    <EntryPage title={t('reset.title')}>
      <Stack>
        {token === '' ? <RequestForm /> : <PasswordForm token={token} />}
        <Anchor component={Link} to="/sign-in">
          {t('sign-in.title')}
        </Anchor>
      </Stack>
    </EntryPage>
  );
}

function RequestForm() {
  const { t } = useI18n();
  const [email, setEmail] = useState('');
  const request = useMutation({
    mutationFn: () => load(api.POST('/auth/password-reset', { body: { email: email.trim() } })),
  });
  if (request.isSuccess) return <Text role="status">{t('reset.sent')}</Text>;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    request.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text>{t('reset.text')}</Text>
        <TextInput
          label={t('sign-in.email')}
          type="email"
          autoComplete="username"
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          required
        />
        <ErrorNotice error={request.error} />
        <Button type="submit" loading={request.isPending}>
          {t('reset.request')}
        </Button>
      </Stack>
    </form>
  );
}

function PasswordForm({ token }: { token: string }) {
  const { t } = useI18n();
  const [password, setPassword] = useState('');
  const confirm = useMutation({
    mutationFn: () => load(api.POST('/auth/password-reset/confirm', { body: { token, password } })),
  });
  if (confirm.isSuccess) return <Text role="status">{t('reset.done')}</Text>;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <NewPasswordField value={password} onChange={setPassword} />
        <ErrorNotice error={confirm.error} />
        <Button type="submit" loading={confirm.isPending}>
          {t('reset.action')}
        </Button>
      </Stack>
    </form>
  );
}
