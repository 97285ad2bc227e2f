import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../api/settings.js';
import type { Company } from './company.js';

/** The name of a company. Platform administrators, who are no members, have it from the settings, and see the handle until then. */
export function useCompanyName({ handle, name }: Pick<Company, 'handle' | 'name'>): string {
  const settings = useQuery({ ...settingsQuery(handle), enabled: handle !== '' && name === handle });
  return settings.data?.value.name ?? name;
}
