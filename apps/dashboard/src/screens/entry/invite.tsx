import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../api/api-error.js';
import { api, load, type Schemas } from '../../api/client.js';
import { meQuery } from '../../api/queries.js';
import { useI18n } from '../../i18n/i18n.js';
import { NewPasswordField } from '../../shared/fields/new-password-field.js';
import { ErrorNotice } from '../../shared/notices/error-notice.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { toRole } from '../../shared/role.js';
import { EntryPage } from './entry-page.js';
import { readFragmentToken } from './fragment-token.js';
import { SignInForm } from './sign-in-form.js';

type Invitation = Schemas['ShownInvitation'];

/** What an invitation offers. Nothing happens without the button. docs/identity.md I5. */
export function Invite() {
  const { t } = useI18n();
  const [token] = useState(readFragmentToken);
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => load(api.POST('/auth/invitations/lookup', { body: { token } })),
    enabled: token !== '',
  });
  const company = invitation.data ? (invitation.data.company ?? t('invite.platform')) : undefined;
  return (
    <EntryPage title={company === undefined ? t('invite.title') : t('invite.to', { company })}>
      {token === '' || isUnknown(invitation.error) ? (
        <Text>{t('invite.no-token')}</Text>
      ) : (
        <Loaded query={invitation}>{(data) => <Offer token={token} invitation={data} />}</Loaded>
      )}
    </EntryPage>
  );
}

/** A link that was cut, or was replaced by a newer one. */
const isUnknown = (error: Error | null): boolean => error instanceof ApiError && error.status === 404;

function Offer({ token, invitation }: { token: string; invitation: Invitation }) {
  const i18n = useI18n();
  const { t } = i18n;
  if (invitation.state !== 'PENDING') return <Text>{t('invite.ended')}</Text>;
  return (
    <Stack>
      <Text>
        {t('invite.text', {
          inviter: invitation.inviter,
          role: toRole(invitation.role, i18n),
          email: invitation.email,
        })}
      </Text>
      {invitation.hasAccount ? (
        <JoinWithAccount token={token} invitation={invitation} />
      ) : (
        <JoinAsNew token={token} invitation={invitation} />
      )}
    </Stack>
  );
}

/** Joins, and shows the company. */
function useAccept() {
  const router = useRouter();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['InvitationAcceptance']) => load(api.POST('/auth/invitations/accept', { body })),
    onSuccess: ({ handle }) => {
      queries.clear();
      router.history.replace(handle === null ? '/' : `/c/${handle}`);
    },
  });
}

/** The invitation may have ended since it was shown. docs/dashboard.md Y72.2. */
function WhyNotAccepted({ error }: { error: Error | null }) {
  const { t } = useI18n();
  const hasEnded = error instanceof ApiError && error.code === 'CONFLICT';
  return hasEnded ? <Text role="alert">{t('invite.ended')}</Text> : <ErrorNotice error={error} />;
}

function JoinAsNew({ token, invitation }: { token: string; invitation: Invitation }) {
  const { t, locale } = useI18n();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const accept = useAccept();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    accept.mutate({ token, invitationId: invitation.invitationId, name, password, locale });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput label={t('sign-in.email')} value={invitation.email} autoComplete="username" readOnly />
        <TextInput
          label={t('account.name')}
          autoComplete="name"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          maxLength={100}
          required
        />
        <NewPasswordField value={password} onChange={setPassword} />
        <WhyNotAccepted error={accept.error} />
        <Button type="submit" loading={accept.isPending}>
          {t('invite.join-new')}
        </Button>
      </Stack>
    </form>
  );
}

function JoinWithAccount({ token, invitation }: { token: string; invitation: Invitation }) {
  const { t } = useI18n();
  const queries = useQueryClient();
  const me = useQuery({ ...meQuery, retry: false });
  const accept = useAccept();
  const signOut = useMutation({
    mutationFn: () => load(api.POST('/auth/sign-out')),
    onSuccess: () => queries.resetQueries({ queryKey: meQuery.queryKey }),
  });
  if (me.isPending) return null;
  if (!me.data) {
    const refresh = () => queries.resetQueries({ queryKey: meQuery.queryKey });
    return (
      <>
        <Text>{t('invite.sign-in')}</Text>
        <SignInForm email={invitation.email} onDone={refresh} />
      </>
    );
  }
  if (me.data.user.email.toLowerCase() !== invitation.email.toLowerCase()) {
    return (
      <>
        <Text>{t('invite.other-account', { email: me.data.user.email, wanted: invitation.email })}</Text>
        <ErrorNotice error={signOut.error} />
        <Button loading={signOut.isPending} onClick={() => signOut.mutate()}>
          {t('invite.switch')}
        </Button>
      </>
    );
  }
  return (
    <>
      <WhyNotAccepted error={accept.error} />
      <Button
        loading={accept.isPending}
        onClick={() => accept.mutate({ token, invitationId: invitation.invitationId })}
      >
        {t('invite.join')}
      </Button>
    </>
  );
}
