import { Button, Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useVersionNumbers } from '../../../api/funnels.js';
import { useI18n } from '../../../i18n/i18n.js';
import { toLanguageName } from '../language-name.js';
import { useSourcesReport } from '../queries.js';
import { DEFAULT_PERIOD, type InsightFilter, PERIODS, toFilter } from './filter.js';
import type { Scope } from './use-scope.js';

export type FilterField = 'funnel' | 'allFunnels' | 'version' | 'locale' | 'source' | 'verified';

/** Needs a funnel. */
const OF_FUNNEL: FilterField[] = ['version', 'locale', 'source'];

/** Of visits without a source, among names of sources. */
const NO_SOURCE = ' none';

/** Choices apply immediately; days with the button, since they are typed. The choices are what the visits of these days have. */
export function FilterBar({ scope, fields }: { scope: Scope; fields: readonly FilterField[] }) {
  const { t, locale: language } = useI18n();
  const { handle, filter, range, funnel, funnels, show } = scope;
  const [from, setFrom] = useState(range.from);
  const [to, setTo] = useState(range.to);
  const isAll = fields.includes('allFunnels') && filter.funnel === undefined;
  const has = (field: FilterField) => fields.includes(field) && !(isAll && OF_FUNNEL.includes(field));
  const reports = has('version') || has('locale') || has('source');
  const found = useSourcesReport(handle, reports && funnel !== undefined ? { funnel, ...range } : undefined);
  const numbers = useVersionNumbers(handle, has('version') ? funnel : undefined);
  const change = (changes: InsightFilter) => show(toFilter({ ...filter, ...changes }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { days: _, ...others } = filter;
    show(toFilter({ ...others, from, to }));
  };
  const isCustom = filter.from !== undefined || filter.to !== undefined;
  const funnelData = funnels.map(({ subdomain, name }) => ({ value: subdomain, label: name }));
  const all = { value: '', label: t('insight.all') };
  const select = (options: {
    label: string;
    value: string;
    data: { value: string; label: string }[];
    onChange: (value: string) => void;
  }) => (
    <NativeSelect
      {...options}
      // One from a link that these days do not have.
      data={
        options.data.some(({ value }) => value === options.value)
          ? options.data
          : [...options.data, { value: options.value, label: options.value }]
      }
      onChange={({ currentTarget }) => options.onChange(currentTarget.value)}
      maw="100%"
    />
  );
  return (
    <search aria-label={t('insight.filter')}>
      <form onSubmit={submit}>
        <Group align="flex-end" gap="sm">
          {has('funnel') &&
            funnel !== undefined &&
            select({
              label: t('insight.funnel'),
              value: funnel,
              data: funnelData,
              // Versions are those of a funnel.
              onChange: (value) => show(toFilter({ ...filter, funnel: value, version: undefined })),
            })}
          {has('allFunnels') &&
            select({
              label: t('insight.funnel'),
              value: filter.funnel ?? '',
              data: [all, ...funnelData],
              onChange: (value) => show(toFilter({ ...filter, funnel: value, version: undefined })),
            })}
          {select({
            label: t('insight.period'),
            value: isCustom ? 'days' : String(filter.days ?? DEFAULT_PERIOD),
            data: [
              ...PERIODS.map((days) => ({ value: String(days), label: t('insight.last-days', { days }) })),
              ...(isCustom ? [{ value: 'days', label: t('insight.chosen-days') }] : []),
            ],
            onChange: (value) => {
              const { from: _from, to: _to, ...others } = filter;
              show(toFilter({ ...others, days: Number(value) }));
            },
          })}
          <TextInput
            type="date"
            label={t('insight.from')}
            value={from}
            max={to}
            onChange={({ currentTarget }) => setFrom(currentTarget.value)}
          />
          <TextInput
            type="date"
            label={t('insight.to')}
            value={to}
            min={from}
            onChange={({ currentTarget }) => setTo(currentTarget.value)}
          />
          <Button type="submit" variant="default">
            {t('insight.apply')}
          </Button>
          {has('version') &&
            select({
              label: t('insight.version'),
              value: filter.version ?? '',
              data: [
                all,
                ...toValues(found.data?.versions).map((value) => {
                  const number = numbers.data?.get(value);
                  return { value, label: number === undefined ? value : t('insight.version.number', { number }) };
                }),
              ],
              onChange: (version) => change({ version }),
            })}
          {has('locale') &&
            select({
              label: t('insight.language'),
              value: filter.locale ?? '',
              data: [
                all,
                ...toValues(found.data?.locales).map((value) => ({ value, label: toLanguageName(value, language) })),
              ],
              onChange: (locale) => change({ locale }),
            })}
          {has('source') &&
            select({
              label: t('insight.source'),
              value: filter.source === '' ? NO_SOURCE : (filter.source ?? ''),
              data: [
                all,
                { value: NO_SOURCE, label: t('insight.source.none') },
                ...toValues(found.data?.sources).map((value) => ({ value, label: value })),
              ],
              onChange: (value) => {
                const { source: _, ...others } = filter;
                show(value === '' ? others : { ...others, source: value === NO_SOURCE ? '' : value });
              },
            })}
          {has('verified') && (
            <Checkbox
              mb="xs"
              label={t('insight.verified-only')}
              checked={filter.verified === true}
              onChange={({ currentTarget }) => {
                const { verified: _, ...others } = filter;
                show(currentTarget.checked ? { ...others, verified: true } : others);
              }}
            />
          )}
        </Group>
      </form>
    </search>
  );
}

const toValues = (rows: readonly { value: string | null }[] = []): string[] =>
  rows.flatMap(({ value }) => (value === null ? [] : [value]));
