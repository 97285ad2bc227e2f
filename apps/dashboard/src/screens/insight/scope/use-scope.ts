import { zonedDay } from '@svc/domain';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useFunnelChoices } from '../../../api/funnels.js';
import { settingsQuery } from '../../../api/settings.js';
import { useCompany } from '../../../app/company.js';
import type { VisitQuery } from '../queries.js';
import { type InsightFilter, type Range, toRange } from './filter.js';

/** What the screens of the area are about. */
export interface Scope {
  handle: string;
  filter: InsightFilter;
  range: Range;
  timeZone: string;
  funnels: readonly { subdomain: string; name: string }[];
  /** Undefined: the company has none. */
  funnel: string | undefined;
  /** What reports about visits are asked for; undefined without a funnel. */
  visits: VisitQuery | undefined;
  show(filter: InsightFilter): void;
}

/** The company's time zone decides which day it is, so that it is loaded first. */
export function useScope() {
  const { handle } = useCompany();
  const navigate = useNavigate();
  const filter: InsightFilter = useSearch({ strict: false });
  const settings = useQuery(settingsQuery(handle));
  const choices = useFunnelChoices(handle);
  const show = (search: InsightFilter) => void navigate({ to: '.', search: search as never });
  const failed = [settings, choices].find(({ data, error }) => data === undefined && error !== null);
  const query = {
    data: undefined as Scope | undefined,
    error: failed?.error ?? null,
    failureReason: settings.failureReason ?? choices.failureReason,
    refetch: () => Promise.all([settings.refetch(), choices.refetch()]),
  };
  if (!settings.data || !choices.data) return query;
  const { timeZone: zone } = settings.data.value.settings;
  const timeZone = typeof zone === 'string' ? zone : 'UTC';
  const range = toRange(filter, zonedDay(new Date(), timeZone));
  const funnel = filter.funnel ?? choices.data[0]?.subdomain;
  const { version, locale, source } = filter;
  const visits = funnel === undefined ? undefined : { funnel, ...range, ...pickDefined({ version, locale, source }) };
  return {
    ...query,
    data: { ...{ handle, filter, range, timeZone, funnel, visits, show }, funnels: choices.data },
  };
}

const pickDefined = <T extends Record<string, string | undefined>>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: string;
  };
