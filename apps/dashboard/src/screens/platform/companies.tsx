import { Anchor, Button, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api, load } from '../../api/client.js';
import { useList } from '../../api/queries.js';
import { useI18n } from '../../i18n/i18n.js';
import { Loaded } from '../../shared/loaded.js';
import { Notice } from '../../shared/notice.js';
import { PageTitle } from '../../shared/page-title.js';
import { PlatformNavigation } from '../../shared/platform-navigation.js';
import { Rows } from '../../shared/rows.js';
import { CreateCompanyDialog } from './create-company-dialog.js';

/** All companies, for administrators of the platform. */
export function Companies() {
  const { t } = useI18n();
  const [isCreating, setCreating] = useState(false);
  const companies = useList(['companies'], (cursor) =>
    load(api.GET('/api/admin/v1/companies', { params: { query: { limit: 100, ...(cursor ? { cursor } : {}) } } })),
  );
  return (
    <Stack gap="md">
      <PageTitle
        title={t('companies.title')}
        action={<Button onClick={() => setCreating(true)}>{t('companies.create')}</Button>}
      />
      <PlatformNavigation />
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
                {
                  title: t('companies.name'),
                  cell: ({ handle, name }) => (
                    <Anchor component={Link} to={`/c/${handle}`}>
                      {name}
                    </Anchor>
                  ),
                },
                { title: t('companies.handle'), cell: ({ handle }) => handle },
              ]}
            />
          )
        }
      </Loaded>
      {isCreating && <CreateCompanyDialog onClose={() => setCreating(false)} />}
    </Stack>
  );
}
