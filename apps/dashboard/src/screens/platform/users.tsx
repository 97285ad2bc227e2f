import { Stack } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api, load, type Schemas } from '../../api/client.js';
import { useList } from '../../api/queries.js';
import { useMe } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { PasswordLinkDialog } from '../../shared/dialogs/password-link-dialog.js';
import { SearchField } from '../../shared/fields/search-field.js';
import { PlatformNavigation } from '../../shared/navigation/platform-navigation.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { NothingFound } from '../../shared/notices/nothing-found.js';
import { PageTitle } from '../../shared/page-title.js';
import { RowMenu } from '../../shared/row-menu.js';
import { Rows } from '../../shared/rows.js';
import { UserName } from '../../shared/user-name.js';
import { ChangeUserDialog, type UserChange } from './change-user-dialog.js';
import { EraseUserDialog } from './erase-user-dialog.js';
import type { UserFilter } from './user-filter.js';

type User = Schemas['PlatformUser'];
type Action = UserChange | 'PASSWORD' | 'ERASE';

/** Every user of the platform: who may sign in, and who administers it. docs/identity.md I8. */
export function Users() {
  const { t } = useI18n();
  const { query = '' }: UserFilter = useSearch({ strict: false });
  const navigate = useNavigate();
  const search = (next: string) =>
    void navigate({ to: '/platform/users', search: (next ? { query: next } : {}) as never, replace: true });
  const users = useList(['users', query], (cursor) =>
    load(
      api.GET('/api/admin/v1/users', {
        params: { query: { limit: 100, ...(query ? { query } : {}), ...(cursor ? { cursor } : {}) } },
      }),
    ),
  );
  return (
    <Stack gap="md">
      <PageTitle title={t('users.title')} text={t('users.text')} />
      <PlatformNavigation />
      <SearchField label={t('users.search')} value={query} onSearch={search} />
      <Loaded query={users}>
        {(items) =>
          items.length === 0 ? (
            <NothingFound title={t('users.none')} text={t('users.none.text', { query })} onClear={() => search('')} />
          ) : (
            <UserRows items={items} more={users} />
          )
        }
      </Loaded>
    </Stack>
  );
}

function UserRows({ items, more }: { items: readonly User[]; more: ReturnType<typeof useList<User>> }) {
  const { t, time } = useI18n();
  const own = useMe().user.id;
  const [open, setOpen] = useState<{ user: User; action: Action }>();
  const close = () => setOpen(undefined);
  return (
    <>
      <Rows
        caption={t('users.title')}
        items={items}
        toKey={({ id }) => id}
        more={more}
        columns={[
          { title: t('users.name'), cell: (user) => <UserName user={user} isOwn={user.id === own} /> },
          {
            title: t('users.state'),
            cell: ({ state, platformAdmin }) => (
              <>
                {t(state === 'ACTIVE' ? 'users.active' : 'users.disabled')}
                {platformAdmin && ` · ${t('role.platform')}`}
              </>
            ),
          },
          {
            title: t('users.second-factor'),
            cell: ({ hasSecondFactor }) => t(hasSecondFactor ? 'answer.yes' : 'answer.no'),
          },
          { title: t('users.last-sign-in'), cell: ({ lastSignInAt }) => time(lastSignInAt) },
          {
            title: t('list.actions'),
            cell: (user) => {
              const obstacle = user.id === own ? t('users.own') : undefined;
              const show = (action: Action) => () => setOpen({ user, action });
              const isActive = user.state === 'ACTIVE';
              return (
                <RowMenu
                  name={user.name}
                  actions={[
                    { label: t('password-link'), onClick: show('PASSWORD'), obstacle },
                    user.platformAdmin
                      ? { label: t('users.demote'), onClick: show('DEMOTE'), obstacle }
                      : { label: t('users.promote'), onClick: show('PROMOTE'), obstacle },
                    isActive
                      ? { label: t('users.disable'), onClick: show('DISABLE'), isDangerous: true, obstacle }
                      : { label: t('users.enable'), onClick: show('ENABLE'), obstacle },
                    { label: t('users.erase'), onClick: show('ERASE'), isDangerous: true, obstacle },
                  ]}
                />
              );
            },
          },
        ]}
      />
      {open?.action === 'PASSWORD' && (
        <PasswordLinkDialog name={open.user.name} create={() => createLink(open.user)} onClose={close} />
      )}
      {open?.action === 'ERASE' && <EraseUserDialog user={open.user} onClose={close} />}
      {open && open.action !== 'PASSWORD' && open.action !== 'ERASE' && (
        <ChangeUserDialog user={open.user} change={open.action} onClose={close} />
      )}
    </>
  );
}

const createLink = ({ id }: User) =>
  load(api.POST('/api/admin/v1/users/{userId}/password-reset', { params: { path: { userId: id } } }));
