import { Anchor, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { api, load } from '../../api/client.js';
import { useList } from '../../api/queries.js';
import { useMe } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { Loaded } from '../../shared/loaded.js';
import { Notice } from '../../shared/notice.js';
import { PageTitle } from '../../shared/page-title.js';
import { toRole } from '../../shared/role.js';
import { Rows } from '../../shared/rows.js';

/** The companies of the user; those of the platform for its administrators. */
export function Companies() {
  const { t } = useI18n();
  const { platformAdmin } = useMe();
  return (
    <Stack gap="lg">
      <PageTitle title={t('companies.title')} />
      {platformAdmin ? <AllCompanies /> : <OwnCompanies />}
    </Stack>
  );
}

const CompanyLink = ({ handle, name }: { handle: string; name: string }) => (
  <Anchor component={Link} to={`/c/${handle}`}>
    {name}
  </Anchor>
);

function OwnCompanies() {
  const i18n = useI18n();
  const { t } = i18n;
  const { memberships } = useMe();
  if (memberships.length === 0) return <Notice title={t('companies.empty')} text={t('companies.empty.text')} />;
  return (
    <Rows
      caption={t('companies.title')}
      items={memberships}
      toKey={({ handle }) => handle}
      columns={[
        { title: t('companies.name'), cell: CompanyLink },
        { title: t('role.title'), cell: ({ role }) => toRole(role, i18n) },
      ]}
    />
  );
}

function AllCompanies() {
  const { t } = useI18n();
  const companies = useList(['companies'], (cursor) =>
    load(api.GET('/api/admin/v1/companies', { params: { query: { limit: 100, ...(cursor ? { cursor } : {}) } } })),
  );
  return (
    <Loaded query={companies}>
      {(items) =>
        items.length === 0 ? (
          <Notice title={t('companies.none')} text={t('companies.none.text')} />
        ) : (
          <Rows
            caption={t('companies.title')}
            items={items}
            toKey={({ handle }) => handle}
            more={companies}
            columns={[
              { title: t('companies.name'), cell: CompanyLink },
              { title: t('companies.handle'), cell: ({ handle }) => handle },
            ]}
          />
        )
      }
    </Loaded>
  );
}
