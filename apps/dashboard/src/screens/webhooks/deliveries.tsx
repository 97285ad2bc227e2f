import { Anchor, Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { api, load } from '../../api/client.js';
import { useList } from '../../api/queries.js';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { NothingFound } from '../../shared/notices/nothing-found.js';
import { Notice } from '../../shared/notices/notice.js';
import { Rows } from '../../shared/rows.js';
import { DeliveryState, STATE_TEXTS } from './delivery-state.js';
import { translateFailure } from './failures.js';
import { type Filter, STATES, TARGET_TEXTS, TARGETS, toFilter } from './filter.js';
import { RedeliverDialog } from './redeliver-dialog.js';

const ROUTE = '/c/$company/settings/webhooks';
/** Deliveries take seconds; a screen in the background does not ask. */
const PAGE = 50;
const REFRESH_MS = 2_000;
/** Where more pages are shown, all of them are loaded again. */
const SLOW_MS = 10_000;

/** The log, newest first; the filter is in the address. */
export function Deliveries() {
  const { t, time, number } = useI18n();
  const { handle, can } = useCompany();
  const [isRedelivering, setRedelivering] = useState(false);
  const navigate = useNavigate();
  const filter = toFilter(useSearch({ strict: false }));
  const deliveries = useList(
    ['deliveries', handle, filter],
    (cursor) =>
      load(
        api.GET('/api/admin/v1/companies/{handle}/webhooks/deliveries', {
          params: { path: { handle }, query: { limit: PAGE, ...filter, ...(cursor ? { cursor } : {}) } },
        }),
      ),
    { refetchInterval: (items) => (items.length > PAGE ? SLOW_MS : REFRESH_MS) },
  );
  const show = (search: Filter) => void navigate({ to: ROUTE, params: { company: handle }, search });
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-end">
        <FilterBar key={filter.analysisId ?? ''} filter={filter} onChange={show} />
        <Button variant="default" disabled={!can('delivery.redeliver')} onClick={() => setRedelivering(true)}>
          {t('webhooks.redeliver-period')}
        </Button>
      </Group>
      {isRedelivering && <RedeliverDialog handle={handle} onClose={() => setRedelivering(false)} />}
      <Loaded query={deliveries}>
        {(items) =>
          items.length > 0 ? (
            <Rows
              caption={t('webhooks.log')}
              items={items}
              toKey={({ id }) => id}
              more={deliveries}
              columns={[
                {
                  title: t('webhooks.time'),
                  cell: ({ id, createdAt }) => (
                    <Anchor inherit component={Link} to={`/c/${handle}/settings/webhooks/${id}`}>
                      {time(createdAt)}
                    </Anchor>
                  ),
                },
                { title: t('webhooks.target'), cell: ({ target }) => t(TARGET_TEXTS[target]) },
                { title: t('webhooks.state'), cell: ({ state }) => <DeliveryState state={state} /> },
                { title: t('webhooks.attempts'), cell: ({ attempts }) => number(attempts), isNumber: true },
                {
                  title: t('webhooks.last-answer'),
                  cell: ({ lastStatus, lastError }) => (
                    <span className="wrap-anywhere">
                      {lastError === null
                        ? (lastStatus ?? '–')
                        : (translateFailure(lastError, t) ?? <span lang="en">{lastError}</span>)}
                    </span>
                  ),
                },
                { title: t('webhooks.next-attempt'), cell: ({ nextAttemptAt }) => time(nextAttemptAt) },
              ]}
            />
          ) : isFiltered ? (
            <NothingFound
              title={t('webhooks.nothing-found')}
              text={t('webhooks.nothing-found.text')}
              onClear={() => show({})}
            />
          ) : (
            <Notice title={t('webhooks.empty')} text={t('webhooks.empty.text')} />
          )
        }
      </Loaded>
    </Stack>
  );
}

function FilterBar({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const { t } = useI18n();
  const [analysisId, setAnalysisId] = useState(filter.analysisId ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange(toFilter({ ...filter, analysisId }));
  };
  return (
    <search aria-label={t('webhooks.filter')}>
      <form onSubmit={submit}>
        <Group align="flex-end" gap="sm">
          <NativeSelect
            label={t('webhooks.state')}
            value={filter.state ?? ''}
            onChange={({ currentTarget }) => onChange(toFilter({ ...filter, state: currentTarget.value }))}
            data={[
              { value: '', label: t('webhooks.all') },
              ...STATES.map((value) => ({ value, label: t(STATE_TEXTS[value]) })),
            ]}
          />
          <NativeSelect
            label={t('webhooks.target')}
            value={filter.target ?? ''}
            onChange={({ currentTarget }) => onChange(toFilter({ ...filter, target: currentTarget.value }))}
            data={[
              { value: '', label: t('webhooks.all') },
              ...TARGETS.map((value) => ({ value, label: t(TARGET_TEXTS[value]) })),
            ]}
          />
          <TextInput
            label={t('webhooks.analysis')}
            value={analysisId}
            onChange={({ currentTarget }) => setAnalysisId(currentTarget.value)}
            spellCheck={false}
          />
          <Button type="submit" variant="default">
            {t('webhooks.search')}
          </Button>
        </Group>
      </form>
    </search>
  );
}
