import { PasswordInput } from '@mantine/core';
import { useI18n } from '../../i18n/i18n.js';

/** A password that is set, not entered to sign in. The rules are the service's; the length is checked here as well. */
export function NewPasswordField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useI18n();
  return (
    <PasswordInput
      label={t('password.new')}
      description={t('password.rule')}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': t('sign-in.show-password') }}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      minLength={12}
      required
    />
  );
}
