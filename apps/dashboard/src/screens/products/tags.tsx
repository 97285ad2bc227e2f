import { Button, Stack } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { Loaded } from '../../shared/loaded.js';
import { Notice } from '../../shared/notice.js';
import { PageTitle } from '../../shared/page-title.js';
import { Rows } from '../../shared/rows.js';
import { SearchField } from '../../shared/search-field.js';
import type { Filter } from './product-filter.js';
import { ProductNavigation } from './product-navigation.js';
import { useTags } from './queries.js';

import { TagLinks } from './tag-links.js';

/** The tags that the catalog in force carries. */
export function Tags() {
  const { t, number } = useI18n();
  const { handle } = useCompany();
  const { query = '' }: Filter = useSearch({ strict: false });
  const navigate = useNavigate();
  const search = (next: string) =>
    void navigate({ to: `/c/${handle}/products/tags`, search: (next ? { query: next } : {}) as never, replace: true });
  const tags = useTags(handle, query);
  return (
    <Stack gap="md">
      <div>
        <PageTitle title={t('tags.title')} text={t('tags.text')} />
        <ProductNavigation />
      </div>
      <SearchField label={t('tags.search')} value={query} onSearch={search} />
      <Loaded query={tags}>
        {(items) =>
          items.length > 0 ? (
            <Rows
              caption={t('tags.title')}
              items={items}
              toKey={({ tag }) => tag}
              more={tags}
              columns={[
                { title: t('tags.tag'), cell: ({ tag }) => <TagLinks tags={[tag]} /> },
                { title: t('products.title'), isNumber: true, cell: ({ products }) => number(products) },
                { title: t('products.variants'), isNumber: true, cell: ({ variants }) => number(variants) },
              ]}
            />
          ) : query === '' ? (
            <Notice title={t('tags.empty')} text={t('tags.empty.text')} />
          ) : (
            <Notice title={t('tags.none-found')} text={t('products.none-found.text', { filter: query })}>
              <Button variant="default" onClick={() => search('')}>
                {t('search.clear')}
              </Button>
            </Notice>
          )
        }
      </Loaded>
    </Stack>
  );
}
