import { useQuery } from '@tanstack/react-query';
import { api, load } from '../../api/client.js';
import type { Range } from './scope/filter.js';

/** What a report about visits is asked for. */
export interface VisitQuery extends Range {
  funnel: string;
  version?: string;
  locale?: string;
  source?: string;
}

const toParams = (handle: string, query: VisitQuery) => ({ params: { path: { handle }, query } });

/** What was loaded before stays visible while another filter is loaded. */
const shared = { placeholderData: <T>(before: T | undefined) => before };

export const useOverviewReport = (handle: string, query: VisitQuery) =>
  useQuery({
    ...shared,
    queryKey: ['insight', handle, 'overview', query],
    queryFn: () => load(api.GET('/api/admin/v1/companies/{handle}/insight/overview', toParams(handle, query))),
  });

export const useStepsReport = (handle: string, query: VisitQuery) =>
  useQuery({
    ...shared,
    queryKey: ['insight', handle, 'steps', query],
    queryFn: () => load(api.GET('/api/admin/v1/companies/{handle}/insight/steps', toParams(handle, query))),
  });

export const useAnswersReport = (handle: string, query: VisitQuery) =>
  useQuery({
    ...shared,
    queryKey: ['insight', handle, 'answers', query],
    queryFn: () => load(api.GET('/api/admin/v1/companies/{handle}/insight/answers', toParams(handle, query))),
  });

export const useMatchesReport = (handle: string, query: VisitQuery) =>
  useQuery({
    ...shared,
    queryKey: ['insight', handle, 'matches', query],
    queryFn: () => load(api.GET('/api/admin/v1/companies/{handle}/insight/matches', toParams(handle, query))),
  });

export const useSourcesReport = (handle: string, query: VisitQuery | undefined) =>
  useQuery({
    ...shared,
    queryKey: ['insight', handle, 'sources', query],
    queryFn: () =>
      load(api.GET('/api/admin/v1/companies/{handle}/insight/sources', toParams(handle, query as VisitQuery))),
    enabled: query !== undefined,
  });

/** What orders are asked for; without a funnel those of the whole company. */
export interface OrderQuery extends Range {
  funnel?: string;
  version?: string;
  locale?: string;
  source?: string;
  kind?: 'verified';
  timezone: string;
}

export const useRevenueReport = (handle: string, query: OrderQuery) =>
  useQuery({
    ...shared,
    queryKey: ['insight', handle, 'revenue', query],
    queryFn: () =>
      load(api.GET('/api/admin/v1/companies/{handle}/insight/revenue', { params: { path: { handle }, query } })),
  });
