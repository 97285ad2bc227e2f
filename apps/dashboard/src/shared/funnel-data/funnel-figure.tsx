import { useQuery } from '@tanstack/react-query';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { funnelFiguresQuery } from './figures-query.js';

/** A figure of a funnel over the last 28 days, today included. One that cannot be loaded leaves the others. docs/dashboard.md Y81. */
export function FunnelFigure({ funnel, figure }: { funnel: string; figure: 'starts' | 'completionRate' }) {
  const { t, number, percent } = useI18n();
  const { handle } = useCompany();
  const { data, error } = useQuery(funnelFiguresQuery(handle, funnel));
  if (!data) return error ? t('figure.failed') : '…';
  if (figure === 'starts') return number(data.starts.value);
  const { value, cases } = data.completionRate;
  return value === null
    ? t('figure.not-measured')
    : t('figure.share', { share: percent(value.value), cases: number(cases) });
}
