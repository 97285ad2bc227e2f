import { Anchor, Button, Stack, Text } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { SearchField } from '../../shared/fields/search-field.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { Notice } from '../../shared/notices/notice.js';
import { PageTitle } from '../../shared/page-title.js';
import { Rows } from '../../shared/rows.js';
import type { Filter } from './product-filter.js';
import { ProductNavigation } from './product-navigation.js';
import { useTags } from './queries.js';
import { type RenamedTag, RenameTagDialog } from './rename-tag-dialog.js';
import { Renamed } from './renamed-tag.js';
import { TagLinks } from './tag-links.js';

/** The tags of the company, and where they occur. */
export function Tags() {
  const { t, number } = useI18n();
  const { handle, can } = useCompany();
  const [renaming, setRenaming] = useState<string>();
  const [renamed, setRenamed] = useState<RenamedTag>();
  const mayRename = can('funnel.publish');
  const { query = '' }: Filter = useSearch({ strict: false });
  const navigate = useNavigate();
  const search = (next: string) =>
    void navigate({ to: `/c/${handle}/products/tags`, search: (next ? { query: next } : {}) as never, replace: true });
  const tags = useTags(handle, query);
  return (
    <Stack gap="md">
      <PageTitle title={t('tags.title')} text={t('tags.text')} />
      <ProductNavigation />
      {renamed && <Renamed key={`${renamed.from} ${renamed.to}`} company={handle} renamed={renamed} />}
      {!mayRename && <Text size="sm">{t('tags.rename.forbidden')}</Text>}
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
                { title: t('tags.tag'), cell: (usage) => <TagLink {...usage} /> },
                { title: t('products.title'), isNumber: true, cell: ({ products }) => number(products) },
                { title: t('products.variants'), isNumber: true, cell: ({ variants }) => number(variants) },
                { title: t('tags.by-catalog'), isNumber: true, cell: ({ byCatalog }) => number(byCatalog) },
                { title: t('tags.options'), isNumber: true, cell: ({ options }) => number(options) },
                { title: t('tags.rules'), isNumber: true, cell: ({ rules }) => number(rules) },
                { title: t('tags.tabs'), isNumber: true, cell: ({ tabs }) => number(tabs) },
                {
                  title: t('tags.note'),
                  cell: ({ variants, options, rules, tabs, assortments }) => {
                    const places = options + rules + tabs + assortments;
                    if (variants === 0 && places > 0) return t('tags.note.no-variant');
                    return places === 0 ? t('tags.note.unused') : '–';
                  },
                },
                {
                  title: t('list.actions'),
                  cell: ({ tag }) => (
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={t('tags.rename.named', { tag })}
                      disabled={!mayRename}
                      onClick={() => setRenaming(tag)}
                    >
                      {t('tags.rename')}
                    </Button>
                  ),
                },
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
      {renaming !== undefined && (
        <RenameTagDialog
          company={handle}
          tag={renaming}
          onClose={() => setRenaming(undefined)}
          onRenamed={(done) => {
            setRenamed(done);
            setRenaming(undefined);
          }}
        />
      )}
    </Stack>
  );
}

/** The list of products knows the tags of the catalog; the others are in the grid. */
function TagLink({ tag, byCatalog }: { tag: string; byCatalog: number }) {
  const { handle } = useCompany();
  if (byCatalog > 0) return <TagLinks tags={[tag]} />;
  const namespace = tag.slice(0, tag.indexOf(':'));
  return (
    <Anchor
      size="sm"
      className="wrap-anywhere"
      renderRoot={(root) => <Link {...root} to={`/c/${handle}/products/tagging`} search={{ namespace } as never} />}
    >
      {tag}
    </Anchor>
  );
}
