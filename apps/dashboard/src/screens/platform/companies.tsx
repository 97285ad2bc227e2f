import { Anchor, Button, Stack } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api, load } from '../../api/client.js';
import { useList } from '../../api/queries.js';
import { useI18n } from '../../i18n/i18n.js';
import { SearchField } from '../../shared/fields/search-field.js';
import { PlatformNavigation } from '../../shared/navigation/platform-navigation.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { Notice } from '../../shared/notices/notice.js';
import { PageTitle } from '../../shared/page-title.js';
import { Rows } from '../../shared/rows.js';
import { CreateCompanyDialog } from './create-company-dialog.js';
import { filterCompanies } from './filter-companies.js';
import type { UserFilter } from './user-filter.js';

/** All companies, for administrators of the platform. */
export function Companies() {
  const { t } = useI18n();
  const [isCreating, setCreating] = useState(false);
  const { query = '' }: UserFilter = useSearch({ strict: false });
  const navigate = useNavigate();
  const companies = useList(['companies'], (cursor) =>
    load(api.GET('/api/admin/v1/companies', { params: { query: { limit: 100, ...(cursor ? { cursor } : {}) } } })),
  );
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = companies;
  // Companies are searched here; until all are loaded, the list grows.
  useEffect(() => {
    if (query !== '' && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [query, hasNextPage, isFetchingNextPage, fetchNextPage]);
  const search = (next: string) =>
    void navigate({ to: '/platform/companies', search: (next ? { query: next } : {}) as never, replace: true });
  return (
    <Stack gap="md">
      <PageTitle
        title={t('companies.title')}
        action={<Button onClick={() => setCreating(true)}>{t('companies.create')}</Button>}
      />
      <PlatformNavigation />
      <SearchField label={t('companies.search')} value={query} onSearch={search} />
      <Loaded query={companies}>
        {(items) =>
          items.length === 0 ? (
            <Notice title={t('companies.none')} text={t('companies.none.text')} />
          ) : filterCompanies(items, query).length === 0 && !hasNextPage ? (
            <Notice title={t('companies.none-found')} text={t('companies.none-found.text', { query })}>
              <Button variant="default" onClick={() => search('')}>
                {t('search.clear')}
              </Button>
            </Notice>
          ) : (
            <Rows
              caption={t('companies.title')}
              items={filterCompanies(items, query)}
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
