import { useState } from 'react';
import { api, load, type Schemas } from '../../api/client.js';
import { useList } from '../../api/queries.js';
import { useCompany, useMe } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { PasswordLinkDialog } from '../../shared/dialogs/password-link-dialog.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { Notice } from '../../shared/notices/notice.js';
import { toRole } from '../../shared/role.js';
import { RowMenu } from '../../shared/row-menu.js';
import { Rows } from '../../shared/rows.js';
import { UserName } from '../../shared/user-name.js';
import { ChangeRoleDialog } from './change-role-dialog.js';
import { getMemberLimit } from './people-rules.js';
import { RemoveMemberDialog } from './remove-member-dialog.js';

type Member = Schemas['Member'];

const DIALOGS = { role: ChangeRoleDialog, password: MemberPasswordLinkDialog, remove: RemoveMemberDialog } as const;
const LIMITS = { OWN: 'people.limit.own', LAST_ADMIN: 'people.limit.last-admin' } as const;

export function Members() {
  const i18n = useI18n();
  const { t, time, day } = i18n;
  const { handle } = useCompany();
  const { user } = useMe();
  const [open, setOpen] = useState<{ dialog: keyof typeof DIALOGS; member: Member }>();
  const members = useList(['members', handle], (cursor) =>
    load(
      api.GET('/api/admin/v1/companies/{handle}/members', {
        params: { path: { handle }, query: { limit: 100, ...(cursor ? { cursor } : {}) } },
      }),
    ),
  );
  const Open = open && DIALOGS[open.dialog];
  return (
    <>
      <Loaded query={members}>
        {(items) =>
          items.length === 0 ? (
            <Notice title={t('people.empty')} text={t('people.empty.text')} />
          ) : (
            <Rows
              caption={t('people.members')}
              items={items}
              toKey={({ id }) => id}
              more={members}
              columns={[
                { title: t('people.name'), cell: (member) => <UserName user={member} isOwn={member.id === user.id} /> },
                { title: t('role.title'), cell: ({ role }) => toRole(role, i18n) },
                {
                  title: t('people.second-factor'),
                  cell: ({ hasSecondFactor }) => t(hasSecondFactor ? 'answer.yes' : 'answer.no'),
                },
                { title: t('people.since'), cell: ({ memberSince }) => day(memberSince) },
                { title: t('people.last-sign-in'), cell: ({ lastSignInAt }) => time(lastSignInAt) },
                {
                  title: t('list.actions'),
                  cell: (member) => {
                    const limit = getMemberLimit(member, items, user.id, !members.hasNextPage);
                    const obstacle = limit && t(LIMITS[limit]);
                    const show = (dialog: keyof typeof DIALOGS) => () => setOpen({ dialog, member });
                    return (
                      <RowMenu
                        name={member.name}
                        actions={[
                          { label: t('people.change-role'), onClick: show('role'), obstacle },
                          { label: t('password-link'), onClick: show('password') },
                          { label: t('people.remove'), onClick: show('remove'), isDangerous: true, obstacle },
                        ]}
                      />
                    );
                  },
                },
              ]}
            />
          )
        }
      </Loaded>
      {open && Open && <Open company={handle} member={open.member} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function MemberPasswordLinkDialog(props: { company: string; member: Member; onClose: () => void }) {
  const { id, name } = props.member;
  const path = { handle: props.company, userId: id };
  const create = () =>
    load(api.POST('/api/admin/v1/companies/{handle}/members/{userId}/password-reset', { params: { path } }));
  return <PasswordLinkDialog name={name} create={create} onClose={props.onClose} />;
}
