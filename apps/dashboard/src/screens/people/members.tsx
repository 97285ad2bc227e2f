import { Badge, Text } from '@mantine/core';
import { useState } from 'react';
import { api, load, type Schemas } from '../../api/client.js';
import { useList } from '../../api/queries.js';
import { useCompany, useMe } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { Loaded } from '../../shared/loaded.js';
import { Notice } from '../../shared/notice.js';
import { toRole } from '../../shared/role.js';
import { RowMenu } from '../../shared/row-menu.js';
import { Rows } from '../../shared/rows.js';
import { ChangeRoleDialog } from './change-role-dialog.js';
import { PasswordLinkDialog } from './password-link-dialog.js';
import { getMemberLimit } from './people-rules.js';
import { RemoveMemberDialog } from './remove-member-dialog.js';

type Member = Schemas['Member'];

const DIALOGS = { role: ChangeRoleDialog, password: PasswordLinkDialog, remove: RemoveMemberDialog } as const;
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
                { title: t('people.name'), cell: (member) => <Name member={member} isOwn={member.id === user.id} /> },
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
                          { label: t('people.password-link'), onClick: show('password') },
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

function Name({ member, isOwn }: { member: Member; isOwn: boolean }) {
  const { t } = useI18n();
  return (
    <div>
      <div className="wrap-anywhere">
        {member.name}{' '}
        {isOwn && (
          <Badge variant="light" component="span">
            {t('people.you')}
          </Badge>
        )}
      </div>
      <Text size="sm" c="dimmed" className="wrap-anywhere">
        {member.email}
      </Text>
    </div>
  );
}
