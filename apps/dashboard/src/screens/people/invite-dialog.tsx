import { Button, NativeSelect, Text, TextInput } from '@mantine/core';
import type { Role } from '@svc/domain';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.js';
import { api, load, type Schemas } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { useI18n } from '../../i18n/i18n.js';
import { chooseLanguage, LANGUAGES } from '../../i18n/languages.js';
import { Dialog } from '../../shared/dialogs/dialog.js';
import { DialogForm } from '../../shared/dialogs/dialog-form.js';
import { OneTimeLink } from '../../shared/fields/one-time-link.js';
import { ErrorNotice } from '../../shared/notices/error-notice.js';
import { findPendingId } from './people-rules.js';
import { RoleChoice } from './role-choice.js';
import { useResend } from './use-resend.js';

/** Invites a user. If an invitation of the address is pending, offers to send that one again. docs/identity.md I5. */
export function InviteDialog({ company, onClose }: { company: string; onClose: () => void }) {
  const { t } = useI18n();
  const invite = useChange({
    run: (body: Schemas['InvitationRequest']) =>
      load(api.POST('/api/admin/v1/companies/{handle}/invitations', { params: { path: { handle: company } }, body })),
    changes: ['invitations', company],
  });
  const resend = useResend(company);
  const done = invite.data ?? resend.data;
  return (
    <Dialog onClose={onClose} title={t('people.invite')} closeOnClickOutside={!done}>
      {done ? (
        <OneTimeLink
          link={done.link}
          label={t('people.invitation-link')}
          mailed={t('people.invited', { email: invite.variables?.email ?? '' })}
          onClose={onClose}
        />
      ) : (
        <InvitationForm invite={invite} resend={resend} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface Request<V> {
  mutate: (value: V) => void;
  isPending: boolean;
  error: Error | null;
}

function InvitationForm(props: {
  invite: Request<Schemas['InvitationRequest']>;
  resend: Request<string>;
  onClose: () => void;
}) {
  const { t, locale: own } = useI18n();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('ADMIN');
  const [locale, setLocale] = useState(chooseLanguage([own]));
  const { invite, resend } = props;
  const pendingId = invite.error instanceof ApiError ? findPendingId(invite.error.options.details) : undefined;
  const submit = () => {
    invite.mutate({ email: email.trim(), role, locale });
  };
  return (
    <DialogForm
      onSubmit={submit}
      error={resend.error}
      action={t('people.invite')}
      onCancel={props.onClose}
      loading={invite.isPending}
      {...(pendingId === undefined ? {} : { variant: 'default' })}
      more={
        pendingId !== undefined && (
          <Button loading={resend.isPending} onClick={() => resend.mutate(pendingId)}>
            {t('people.resend')}
          </Button>
        )
      }
    >
      <TextInput
        type="email"
        label={t('sign-in.email')}
        value={email}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        maxLength={254}
        autoComplete="off"
        required
        data-autofocus
      />
      <RoleChoice value={role} onChange={setRole} />
      <NativeSelect
        label={t('people.mail-language')}
        value={locale}
        onChange={({ currentTarget }) => setLocale(currentTarget.value)}
        data={LANGUAGES}
      />
      {pendingId === undefined ? (
        <ErrorNotice error={invite.error} />
      ) : (
        <Text role="alert">{t('people.pending', { email })}</Text>
      )}
    </DialogForm>
  );
}
