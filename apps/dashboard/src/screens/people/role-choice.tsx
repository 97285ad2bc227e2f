import { Radio, Stack } from '@mantine/core';
import { ROLES, type Role } from '@svc/domain';
import { useI18n } from '../../i18n/i18n.js';
import { toRole } from '../../shared/role.js';

const MEANINGS = { ADMIN: 'people.role.admin', EDITOR: 'people.role.editor', ANALYST: 'people.role.analyst' } as const;

/** One of the roles, each with what it may do. */
export function RoleChoice({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  const i18n = useI18n();
  return (
    <Radio.Group label={i18n.t('role.title')} value={value} onChange={(next) => onChange(next as Role)}>
      <Stack gap="sm" mt="xs">
        {ROLES.map((role) => (
          <Radio key={role} value={role} label={toRole(role, i18n)} description={i18n.t(MEANINGS[role])} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
