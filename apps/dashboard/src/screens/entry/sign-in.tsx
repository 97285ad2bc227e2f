import { Anchor, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useI18n } from '../../i18n/i18n.js';
import { EntryPage } from './entry-page.js';
import { SignInForm } from './sign-in-form.js';

export function SignIn() {
  const { t } = useI18n();
  const router = useRouter();
  const queries = useQueryClient();
  const { next = '/' } = useSearch({ from: '/sign-in' });
  const finish = () => {
    // What another user loaded must not be shown.
    queries.clear();
    router.history.push(next);
  };
  return (
    <EntryPage title={t('sign-in.title')}>
      <Stack>
        <SignInForm onDone={finish} />
        <Anchor component={Link} to="/reset">
          {t('sign-in.forgotten')}
        </Anchor>
      </Stack>
    </EntryPage>
  );
}
