import { useI18n } from '../../i18n/i18n.js';
import { countInForce, type Run } from './run-state.js';

/** The service's own reason is in English; its numbers are those of the run. docs/catalog.md "What every import does", Guard. */
export function WhyHeld({ run }: { run: Run }) {
  const { t, number, percent } = useI18n();
  const { removed } = run;
  const total = countInForce(run);
  if (run.read === run.rejectedCount) return t('import.held.empty');
  return t('import.held.share', { removed: number(removed), total: number(total), share: percent(removed / total) });
}
