import { Button, Menu, Text, useMantineColorScheme } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { api, load } from '../api/client.js';
import { meQuery } from '../api/queries.js';
import { useI18n } from '../i18n/i18n.js';
import { LANGUAGES } from '../i18n/languages.js';
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
        <Button variant="subtle" color="gray" flex="none" maw={{ base: '9rem', sm: 'none' }}>
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
        {LANGUAGES.map(({ value, label }) => (
          <Menu.Item
            key={value}
            lang={value}
            {...toChoice(locale.startsWith(value))}
            onClick={() => changeLanguage.mutate(value)}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Label>{t('scheme.title')}</Menu.Label>
        {SCHEMES.map(({ value, label }) => (
          <Menu.Item key={value} {...toChoice(colorScheme === value)} onClick={() => setColorScheme(value)}>
            {t(label)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => signOut.mutate()}>{t('sign-out.action')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** An item of which one is chosen. */
const toChoice = (isChosen: boolean) => ({
  role: 'menuitemradio',
  'aria-checked': isChosen,
  fw: isChosen ? 700 : 400,
});
