import { Button, Group, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { MAX_SETS, type ProductSet } from '@svc/domain';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { FunnelTrial } from '../../shared/drafts/funnel-trial.js';
import type { ItemAction } from '../../shared/drafts/item-actions.js';
import { LanguageField, listTextLanguages } from '../../shared/drafts/localized-fields.js';
import { SaveBar } from '../../shared/drafts/save-bar.js';
import { UndoButtons } from '../../shared/drafts/undo-buttons.js';
import type { Draft, PartState } from '../../shared/drafts/use-part-draft.js';
import { usePartEditor } from '../../shared/drafts/use-part-editor.js';
import { SearchField } from '../../shared/fields/search-field.js';
import { NothingFound } from '../../shared/notices/nothing-found.js';
import { Notice } from '../../shared/notices/notice.js';
import { useCatalog } from '../../shared/targets/use-catalog.js';
import type { Unsaved } from '../../shared/unsaved/unsaved.js';
import { createSet, filterSets, toSetName } from './edit-set.js';
import { findSetProblems } from './find-set-problems.js';
import { saveSets, setsQuery } from './queries.js';
import { SetCard } from './set-card.js';
import { SetForm } from './set-form.js';
import { SetPicture } from './set-picture.js';
import type { SetsAddress } from './sets-address.js';

/** Changes are tried when the user pauses. */
const PAUSE_MS = 1_000;
/** Sets that are shown at a time. */
const PAGE = 50;

export function SetEditor(props: {
  newest: PartState<ProductSet[]>;
  stored: Draft<ProductSet[]> | null;
  store: Unsaved<Draft<ProductSet[]>>;
}) {
  const { newest } = props;
  const { t, count, locale } = useI18n();
  const company = useCompany();
  const { handle } = company;
  const address: SetsAddress = useSearch({ strict: false });
  const navigate = useNavigate();
  const go = (to: SetsAddress) =>
    void navigate({ to: `/c/${handle}/products/sets`, search: to as never, replace: true });
  const { query } = address;
  const open = (set: string | undefined) =>
    go({ ...(query === undefined ? {} : { query }), ...(set === undefined ? {} : { set }) });
  const catalog = useCatalog(handle);
  const [said, say] = useState('');
  const [added, setAdded] = useState<readonly string[]>([]);
  const [shown, setShown] = useState(PAGE);
  const mayChange = company.can('funnel.publish');
  const editor = usePartEditor<ProductSet[]>({
    newest,
    stored: props.stored,
    store: props.store,
    queryKey: setsQuery(handle).queryKey,
    save: (etag, value) => saveSets(handle, etag, value),
  });
  const { draft, value: sets } = editor;
  const languages = [...new Set([...listTextLanguages(sets.map(({ name }) => name)), ...added])];
  const incomplete = sets.filter((set) => findSetProblems(set, sets).length > 0).length;
  const [settled] = useDebouncedValue(draft && incomplete === 0 ? sets : undefined, PAUSE_MS);
  const found = filterSets(sets, query, catalog.getVariantName);
  const replace = (key: string, set: ProductSet, mark?: string) =>
    editor.change(
      sets.map((other) => (other.key === key ? set : other)),
      mark,
    );
  const add = (kind: 'fixed' | 'dynamic') => {
    const set = createSet(sets, kind);
    editor.change([set, ...sets]);
    go({ set: set.key });
    say(t('draft.added', { name: set.key, place: 1, count: sets.length + 1 }));
  };
  const act = (action: ItemAction, set: ProductSet) => {
    if (action === 'edit') open(address.set === set.key ? undefined : set.key);
    else {
      editor.change(sets.filter(({ key }) => key !== set.key));
      say(t('draft.removed', { name: toSetName(set, locale) }));
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the whole screen; every action has a button too.
    <div onKeyDown={editor.onKeyDown}>
      <Stack gap="lg">
        {!mayChange && <Text size="sm">{t('sets.read-only')}</Text>}
        {sets.length === 0 && (
          <Notice title={t('sets.none')} text={t('sets.none.text')}>
            <SetPicture />
          </Notice>
        )}
        {mayChange && (
          <Group gap="xs" align="flex-end">
            <Button variant="default" disabled={sets.length >= MAX_SETS} onClick={() => add('fixed')}>
              {t('sets.add.fixed')}
            </Button>
            <Button variant="default" disabled={sets.length >= MAX_SETS} onClick={() => add('dynamic')}>
              {t('sets.add.dynamic')}
            </Button>
            <UndoButtons editor={editor} />
            <LanguageField onAdd={(tag) => setAdded([...added, tag])} />
          </Group>
        )}
        <Text role="status" size="sm" c="dimmed">
          {said}
        </Text>
        {sets.length > 0 && (
          <SearchField
            label={t('sets.search')}
            value={query ?? ''}
            onSearch={(text) => go(text === '' ? {} : { query: text })}
          />
        )}
        {sets.length > 0 && found.length === 0 && (
          <NothingFound title={t('sets.nothing', { query: query ?? '' })} onClear={() => go({})} />
        )}
        {found.length > 0 && (
          <Stack component="ul" gap="sm" p={0} m={0} aria-label={t('sets.list')} style={{ listStyle: 'none' }}>
            {found.slice(0, shown).map((set) => (
              <SetCard
                key={set.key}
                set={set}
                catalog={catalog}
                problems={findSetProblems(set, sets)}
                isReadOnly={!mayChange}
                isOpen={mayChange && address.set === set.key}
                onAction={(action) => act(action, set)}
              >
                <SetForm
                  set={set}
                  languages={languages}
                  catalog={catalog}
                  problems={findSetProblems(set, sets)}
                  takenKeys={sets.filter(({ key }) => key !== set.key).map(({ key }) => key)}
                  onChange={(changed, mark) => {
                    replace(set.key, changed, mark);
                    if (changed.key !== set.key) open(changed.key);
                  }}
                />
              </SetCard>
            ))}
          </Stack>
        )}
        {found.length > shown && (
          <Group justify="center">
            <Button variant="default" onClick={() => setShown(shown + PAGE)}>
              {t('list.more')}
            </Button>
          </Group>
        )}
        {settled && draft && <FunnelTrial parts={{ sets: settled as never }} />}
        {mayChange && (
          <SaveBar
            editor={editor}
            newest={newest}
            label={t('sets.save')}
            obstacle={incomplete > 0 ? count('sets.incomplete', incomplete) : undefined}
            theirs={newest.value.map((set) => toSetName(set, locale))}
          />
        )}
      </Stack>
    </div>
  );
}
