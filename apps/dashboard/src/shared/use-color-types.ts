import { COLOR_TAXONOMIES, type ColorTaxonomy } from '@svc/domain';
import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../api/settings.js';
import { useCompany } from '../app/company.js';

/** The color types that the company works with; for a user who may not read that, the usual ones. */
export function useColorTypes(): readonly string[] {
  const company = useCompany();
  const settings = useQuery({ ...settingsQuery(company.handle), enabled: company.can('settings.read') });
  const taxonomy = settings.data?.value.settings.colorTaxonomy as ColorTaxonomy | undefined;
  return COLOR_TAXONOMIES[taxonomy ?? 'SEASONS_12'];
}
