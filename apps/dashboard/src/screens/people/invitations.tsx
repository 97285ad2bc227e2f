import { Badge, Checkbox, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, load, type Schemas } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { ConfirmDialog } from '../../shared/dialogs/confirm-dialog.js';
import { Dialog } from '../../shared/dialogs/dialog.js';
import { OneTimeLink } from '../../shared/fields/one-time-link.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { toRole } from '../../shared/role.js';
import { RowMenu } from '../../shared/row-menu.js';
import { Rows } from '../../shared/rows.js';
import { isOpen, isSentOften } from './people-rules.js';
import { useResend } from './use-resend.js';

type Invitation = Schemas['Invitation'];

const STATES = {
  PENDING: { text: 'people.state.pending', color: 'blue' },
  ACCEPTED: { text: 'people.state.accepted', color: 'green' },
  REVOKED: { text: 'people.state.revoked', color: 'gray' },
  EXPIRED: { text: 'people.state.expired', color: 'yellow' },
} as const;
const DIALOGS = { resend: ResendDialog, revoke: RevokeDialog } as const;

/** Invitations that wait for an answer; on demand those that ended as well. */
export function Invitations() {
  const i18n = useI18n();
  const { t, day } = i18n;
  const { handle, can } = useCompany();
  const [isAll, setAll] = useState(false);
  const [open, setOpen] = useState<{ dialog: keyof typeof DIALOGS; invitation: Invitation }>();
  const invitations = useQuery({
    queryKey: ['invitations', handle],
    queryFn: () => load(api.GET('/api/admin/v1/companies/{handle}/invitations', { params: { path: { handle } } })),
  });
  const Open = open && DIALOGS[open.dialog];
  const forbidden = can('member.invite') ? undefined : t('people.may-not-invite');
  return (
    <>
      <Loaded query={invitations}>
        {({ data }) => {
          const shown = isAll ? data : data.filter(isOpen);
          return (
            <Stack gap="sm">
              {data.some((each) => !isOpen(each)) && (
                <Checkbox
                  label={t('people.show-ended')}
                  checked={isAll}
                  onChange={({ currentTarget }) => setAll(currentTarget.checked)}
                />
              )}
              {shown.length === 0 ? (
                <Text c="dimmed">{t('people.no-invitations')}</Text>
              ) : (
                <Rows
                  caption={t('people.invitations')}
                  items={shown}
                  toKey={({ id }) => id}
                  columns={[
                    { title: t('sign-in.email'), cell: ({ email }) => <span className="wrap-anywhere">{email}</span> },
                    { title: t('role.title'), cell: ({ role }) => toRole(role, i18n) },
                    {
                      title: t('people.state'),
                      cell: ({ state }) => (
                        <Badge color={STATES[state].color} variant="dot">
                          {t(STATES[state].text)}
                        </Badge>
                      ),
                    },
                    { title: t('people.inviter'), cell: ({ inviter }) => inviter ?? t('people.platform') },
                    { title: t('people.expires'), cell: ({ expiresAt }) => day(expiresAt) },
                    {
                      title: t('list.actions'),
                      cell: (invitation) =>
                        isOpen(invitation) && (
                          <RowMenu
                            name={invitation.email}
                            actions={[
                              {
                                label: t('people.resend'),
                                onClick: () => setOpen({ dialog: 'resend', invitation }),
                                obstacle: forbidden ?? (isSentOften(invitation) ? t('people.sent-often') : undefined),
                              },
                              {
                                label: t('people.revoke'),
                                onClick: () => setOpen({ dialog: 'revoke', invitation }),
                                isDangerous: true,
                                obstacle: forbidden,
                              },
                            ]}
                          />
                        ),
                    },
                  ]}
                />
              )}
            </Stack>
          );
        }}
      </Loaded>
      {open && Open && <Open company={handle} invitation={open.invitation} onClose={() => setOpen(undefined)} />}
    </>
  );
}

interface DialogProps {
  company: string;
  invitation: Invitation;
  onClose: () => void;
}

function ResendDialog({ company, invitation, onClose }: DialogProps) {
  const { t } = useI18n();
  const { id, email } = invitation;
  const resend = useResend(company);
  const title = t('people.resend.named', { email });
  if (resend.data) {
    return (
      <Dialog onClose={onClose} title={title} closeOnClickOutside={false}>
        <OneTimeLink
          link={resend.data.link}
          label={t('people.invitation-link')}
          mailed={t('people.invited', { email })}
          onClose={onClose}
        />
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      title={title}
      action={t('people.resend')}
      color="plum"
      change={{ ...resend, mutate: () => resend.mutate(id) }}
      onClose={onClose}
    >
      {t('people.resend.text')}
    </ConfirmDialog>
  );
}

function RevokeDialog({ company, invitation, onClose }: DialogProps) {
  const { t } = useI18n();
  const { id, email } = invitation;
  const revoke = useChange({
    run: () =>
      load(
        api.DELETE('/api/admin/v1/companies/{handle}/invitations/{invitationId}', {
          params: { path: { handle: company, invitationId: id } },
        }),
      ),
    changes: ['invitations', company],
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={t('people.revoke.named', { email })}
      action={t('people.revoke')}
      change={{ ...revoke, mutate: () => revoke.mutate(undefined) }}
      onClose={onClose}
    >
      {t('people.revoke.text')}
    </ConfirmDialog>
  );
}
