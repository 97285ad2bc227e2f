import { Anchor, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMe } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { Notice } from '../../shared/notices/notice.js';
import { PageTitle } from '../../shared/page-title.js';
import { toRole } from '../../shared/role.js';
import { Rows } from '../../shared/rows.js';

/** The companies of the user. */
export function Companies() {
  const i18n = useI18n();
  const { t } = i18n;
  const { memberships } = useMe();
  return (
    <Stack gap="lg">
      <PageTitle title={t('companies.title')} />
      {memberships.length === 0 ? (
        <Notice title={t('companies.empty')} text={t('companies.empty.text')} />
      ) : (
        <Rows
          caption={t('companies.title')}
          items={memberships}
          toKey={({ handle }) => handle}
          columns={[
            {
              title: t('companies.name'),
              cell: ({ handle, name }) => (
                <Anchor component={Link} to={`/c/${handle}`}>
                  {name}
                </Anchor>
              ),
            },
            { title: t('role.title'), cell: ({ role }) => toRole(role, i18n) },
          ]}
        />
      )}
    </Stack>
  );
}
