import { ROLES } from '@svc/domain';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ApiError } from '../../api/api-error.js';
import { api, load } from '../../api/client.js';
import { useI18n } from '../../i18n/i18n.js';
import { toRole } from '../role.js';
import { Notice } from './notice.js';

/** Which role is needed, which the message of a 403 names (docs/identity.md I9.2), and who can give it. docs/dashboard.md Y2.4. */
export function NoPermission({ error }: { error: ApiError }) {
  const i18n = useI18n();
  const { t, listOr } = i18n;
  const { company: handle = '' } = useParams({ strict: false });
  const { data } = useQuery({
    queryKey: ['administrators', handle],
    queryFn: () => load(api.GET('/api/admin/v1/companies/{handle}/administrators', { params: { path: { handle } } })),
    enabled: handle !== '',
    staleTime: 60_000,
  });
  const roles = ROLES.filter((role) => error.message.includes(role)).map((role) => toRole(role, i18n));
  const names = data?.data.map(({ name }) => name) ?? [];
  const needed = t('state.forbidden.role', { roles: roles.length > 0 ? listOr(roles) : toRole(null, i18n) });
  const helpers = names.length > 0 ? t('state.forbidden.names', { names: listOr(names) }) : t('state.forbidden.admin');
  return <Notice title={t('state.forbidden')} text={`${needed} ${helpers}`} />;
}
