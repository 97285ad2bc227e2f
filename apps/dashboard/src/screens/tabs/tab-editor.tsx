import { Button, Checkbox, Group, List, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { MAX_TABS, type ResultPage, type Tab } from '@svc/domain';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import type { ItemAction } from '../../shared/drafts/item-actions.js';
import { LanguageField, listTextLanguages } from '../../shared/drafts/localized-fields.js';
import { Trial } from '../../shared/drafts/trial.js';
import type { PartState } from '../../shared/drafts/use-part-draft.js';
import type { Edit } from '../../shared/edit/edit-frame.js';
import { useEditedPart } from '../../shared/edit/use-edited-part.js';
import { Notice } from '../../shared/notices/notice.js';
import { move } from '../../shared/order/move.js';
import { useDragOrder } from '../../shared/order/use-drag-order.js';
import type { Catalog } from '../../shared/targets/catalog.js';
import { useCatalog } from '../../shared/targets/use-catalog.js';
import { useAssortment, useSets, useTabFigures } from './queries.js';
import { TabCard } from './tab-card.js';
import { findContents } from './tab-contents.js';
import { TabForm } from './tab-form.js';
import type { TabsAddress } from './tabs-address.js';

/** Changes are tried when the user pauses. */
const PAUSE_MS = 1_000;
/** Products on no tab that are named; the others are counted. */
const MAX_NAMED = 50;

export function TabEditor(props: { subdomain: string; edit: Edit; inForce: PartState<ResultPage> }) {
  const { subdomain, edit, inForce } = props;
  const { t, count } = useI18n();
  const company = useCompany();
  const { handle } = company;
  const address: TabsAddress = useSearch({ strict: false });
  const navigate = useNavigate();
  const open = (tab: string | undefined) =>
    void navigate({
      to: `/c/${handle}/funnels/${subdomain}/result-page`,
      search: (tab === undefined ? {} : { tab }) as never,
      replace: true,
    });
  const catalog = useCatalog(handle);
  const assortment = useAssortment(handle, subdomain).data;
  const sets = useSets(handle).data;
  const figures = useTabFigures(handle, subdomain, inForce.etag);
  const [said, say] = useState('');
  const [added, setAdded] = useState<readonly string[]>([]);
  const mayChange = !edit.isReadOnly;
  const { value, isChanged, change } = useEditedPart(edit, 'resultPage', inForce.value);
  const { tabs } = value;
  const languages = [
    ...new Set([...listTextLanguages(tabs.flatMap(({ name, description }) => [name, description])), ...added]),
  ];
  const incomplete = tabs.filter(({ name }) => Object.keys(name).length === 0).length;
  const [settled] = useDebouncedValue(incomplete === 0 ? value : undefined, PAUSE_MS);
  const contents = useMemo(
    () => (catalog.isComplete && assortment && sets ? findContents(value, { catalog, assortment, sets }) : undefined),
    [value, catalog, assortment, sets],
  );
  const update = (next: readonly Tab[], mark?: string) => change({ ...value, tabs: [...next] }, mark);
  const replace = (at: number, tab: Tab, mark?: string) =>
    update(
      tabs.map((other, index) => (index === at ? tab : other)),
      mark,
    );
  const add = () => {
    const tab = createTab(tabs);
    update([...tabs, tab]);
    open(tab.key);
    say(t('draft.added', { name: tab.key, place: tabs.length + 1, count: tabs.length + 1 }));
  };
  const moveTo = (from: number, to: number) => {
    if (to < 0 || to >= tabs.length) return;
    update(move(tabs, from, to));
    say(t('draft.moved', { name: (tabs[from] as Tab).key, place: to + 1, count: tabs.length }));
  };
  const order = useDragOrder('li', moveTo);
  const act = (action: ItemAction, at: number) => {
    const tab = tabs[at] as Tab;
    if (action === 'edit') open(address.tab === tab.key ? undefined : tab.key);
    else if (action === 'remove') {
      update(tabs.filter((_, index) => index !== at));
      say(t('draft.removed', { name: tab.key }));
    } else moveTo(at, action === 'up' ? at - 1 : at + 1);
  };
  return (
    <Stack gap="lg">
      <Checkbox
        label={t('tabs.page')}
        description={t('tabs.page.text')}
        checked={value.enabled}
        disabled={!mayChange}
        onChange={({ currentTarget }) => change({ ...value, enabled: currentTarget.checked })}
      />
      {tabs.length === 0 && <Notice title={t('tabs.none')} text={t('tabs.none.text')} />}
      {mayChange && (
        <Group gap="xs" align="flex-end">
          <Button variant="default" disabled={tabs.length >= MAX_TABS} onClick={add}>
            {t('tabs.add')}
          </Button>
          <LanguageField onAdd={(tag) => setAdded([...added, tag])} />
        </Group>
      )}
      <Text role="status" size="sm" c="dimmed">
        {said}
      </Text>
      {tabs.length > 0 && (
        <Stack component="ol" gap="sm" p={0} m={0} aria-label={t('tabs.list')} style={{ listStyle: 'none' }}>
          {tabs.map((tab, index) => (
            <TabCard
              key={tab.key}
              tab={tab}
              place={index + 1}
              count={tabs.length}
              contents={contents?.tabs.get(tab.key)}
              figures={figures.data}
              isReadOnly={!mayChange}
              isOpen={mayChange && address.tab === tab.key}
              order={order}
              onAction={(action) => act(action, index)}
            >
              <TabForm
                tab={tab}
                languages={languages}
                catalog={catalog}
                sets={sets ?? []}
                takenKeys={tabs.filter((_, at) => at !== index).map(({ key }) => key)}
                isKnown={inForce.value.tabs.some(({ key }) => key === tab.key)}
                onChange={(changed, mark) => {
                  replace(index, changed, mark);
                  if (changed.key !== tab.key) open(changed.key);
                }}
              />
            </TabCard>
          ))}
        </Stack>
      )}
      {value.enabled && contents && <Missing variantIds={contents.missing} catalog={catalog} />}
      {incomplete > 0 && <Text size="sm">{count('tabs.incomplete', incomplete)}</Text>}
      {isChanged && settled && <Trial subdomain={subdomain} parts={{ resultPage: settled as never }} />}
    </Stack>
  );
}

/** Variants that no tab shows. */
function Missing({ variantIds, catalog }: { variantIds: readonly string[]; catalog: Catalog }) {
  const { t, count } = useI18n();
  if (variantIds.length === 0) return <Text size="sm">{t('tabs.missing.none')}</Text>;
  return (
    <details>
      <summary>{count('tabs.missing', variantIds.length)}</summary>
      <List size="sm" mt="xs">
        {variantIds.slice(0, MAX_NAMED).map((id) => (
          <List.Item key={id} className="wrap-anywhere">
            {catalog.getVariantName(id)}
          </List.Item>
        ))}
        {variantIds.length > MAX_NAMED && (
          <List.Item>{count('tabs.missing.more', variantIds.length - MAX_NAMED)}</List.Item>
        )}
      </List>
    </details>
  );
}

/** A tab that selects nothing yet, with a key of its own. */
function createTab(tabs: readonly Tab[]): Tab {
  let number = tabs.length + 1;
  while (tabs.some(({ key }) => key === `TAB_${number}`)) number += 1;
  return {
    key: `TAB_${number}`,
    name: {},
    description: null,
    maxItemsToShow: null,
    enabled: true,
    select: { tags: [], productIds: [], sets: [] },
  };
}
