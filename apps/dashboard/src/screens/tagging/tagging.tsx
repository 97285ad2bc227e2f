import { Stack } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useCompany, useMe } from '../../app/company.js';
import { useScreenKeys } from '../../app/screen-keys.js';
import { useI18n } from '../../i18n/i18n.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { Notice } from '../../shared/notices/notice.js';
import { PageTitle } from '../../shared/page-title.js';
import { openUnsavedOperations } from '../../shared/unsaved/unsaved-operations.js';
import { ProductNavigation } from '../products/product-navigation.js';
import type { TaggingFilter } from './filter/tagging-filter.js';
import { useMatrix } from './queries.js';
import { TaggingEditor } from './tagging-editor.js';
import { TAGGING_KEYS } from './tagging-keys.js';

/** The tags of all products and variants in a grid. */
export function Tagging() {
  const { t } = useI18n();
  const { handle } = useCompany();
  const { user } = useMe();
  const filter: TaggingFilter = useSearch({ strict: false });
  const navigate = useNavigate();
  const setFilter = (next: TaggingFilter) =>
    void navigate({ to: `/c/${handle}/products/tagging`, search: next as never, replace: true });
  const unsaved = useMemo(() => openUnsavedOperations(user.id, handle), [user.id, handle]);
  const all = useMatrix(handle, unsaved);
  useScreenKeys(TAGGING_KEYS);
  return (
    <Stack gap="md">
      <PageTitle title={t('tagging.title')} text={t('tagging.text')} />
      <ProductNavigation />
      <Loaded query={all}>
        {(loaded) =>
          loaded.matrix.variants.id.length === 0 ? (
            <Notice title={t('tagging.empty')} text={t('tagging.empty.text')} />
          ) : (
            <TaggingEditor
              key={all.dataUpdatedAt}
              company={handle}
              loaded={loaded}
              unsaved={unsaved}
              filter={filter}
              onFilter={setFilter}
              onOpen={({ kind, id }) =>
                void navigate({ to: `/c/${handle}/products/item-tags`, search: { [kind]: id } as never })
              }
            />
          )
        }
      </Loaded>
    </Stack>
  );
}
