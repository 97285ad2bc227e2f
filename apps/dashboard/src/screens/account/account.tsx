import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api, load } from '../../api/client.js';
import { meQuery, useChange } from '../../api/queries.js';
import { useMe } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { ErrorNotice } from '../../shared/notices/error-notice.js';
import { PageTitle } from '../../shared/page-title.js';
import { Section } from '../../shared/section.js';
import { Sessions } from '../../shared/sessions/sessions.js';
import { ChangePassword } from './change-password.js';
import { SecondFactor } from './second-factor.js';
import { Tokens } from './tokens.js';

/** The user's own account. A user who must set up a second factor gets to no other screen before. */
export function Account() {
  const { t } = useI18n();
  const { user, mustEnroll } = useMe();
  return (
    <Stack gap="xl" maw="44rem">
      <PageTitle title={t('account.title')} text={user.email} />
      {mustEnroll && <Alert color="yellow">{t('account.must-enroll')}</Alert>}
      <Section title={t('second-factor.title')}>
        <SecondFactor />
      </Section>
      <Section title={t('account.profile')}>
        <Profile />
      </Section>
      <Section title={t('password.title')}>
        <ChangePassword />
      </Section>
      {!mustEnroll && (
        <Section title={t('sessions.title')}>
          <Sessions />
        </Section>
      )}
      {!mustEnroll && (
        <Section title={t('tokens.title')}>
          <Tokens />
        </Section>
      )}
    </Stack>
  );
}

function Profile() {
  const { t } = useI18n();
  const { user } = useMe();
  const [name, setName] = useState(user.name);
  const update = useChange({
    run: () => load(api.PATCH('/auth/me', { body: { name: name.trim() } })),
    changes: meQuery.queryKey,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    update.mutate(undefined);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label={t('account.name')}
          autoComplete="name"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          maxLength={100}
          required
        />
        <ErrorNotice error={update.error} />
        <Group>
          <Button
            type="submit"
            variant="default"
            data-saves
            loading={update.isPending}
            disabled={name.trim() === user.name}
          >
            {t('save.action')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
