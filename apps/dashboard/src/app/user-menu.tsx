import { Button, Menu, Text, useMantineColorScheme } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { api, load } from '../api/client.js';
import { meQuery } from '../api/queries.js';
import { useI18n } from '../i18n/i18n.js';
import { chooseLanguage, LANGUAGES } from '../i18n/languages.js';
import { useMe } from './company.js';

const SCHEMES = [
  { value: 'light', label: 'scheme.light' },
  { value: 'dark', label: 'scheme.dark' },
  { value: 'auto', label: 'scheme.auto' },
] as const;

/** Account, language, color scheme, sign-out. */
export function UserMenu() {
  const { t, locale } = useI18n();
  const { user } = useMe();
  const router = useRouter();
  const queries = useQueryClient();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const changeLanguage = useMutation({
    mutationFn: (next: string) => load(api.PATCH('/auth/me', { body: { locale: next } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: meQuery.queryKey }),
  });
  const signOut = useMutation({
    mutationFn: () => load(api.POST('/auth/sign-out')),
    onSettled: async () => {
      queries.clear();
      await router.navigate({ to: '/sign-in' });
    },
  });
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <Button variant="subtle" color="gray" flex="none" maw={{ base: '6.5rem', sm: 'none' }}>
          <Text span inherit truncate>
            {user.name}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/me">
          {t('account.title')}
        </Menu.Item>
        <Menu.Label>{t('account.language')}</Menu.Label>
        <Menu.RadioGroup value={chooseLanguage([locale])} onChange={(next) => changeLanguage.mutate(next)}>
          {LANGUAGES.map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value} lang={value} closeMenuOnClick>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Label>{t('scheme.title')}</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={(next) => setColorScheme(next as typeof colorScheme)}>
          {SCHEMES.map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value} closeMenuOnClick>
              {t(label)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item onClick={() => signOut.mutate()}>{t('sign-out.action')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
