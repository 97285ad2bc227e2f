import { ActionIcon, Anchor, AppShell, Burger, Button, Group, Menu, NavLink, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useParams, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useI18n } from '../i18n/i18n.js';
import { type Company, findCompany, useMe } from './company.js';
import { useCompanyName } from './company-name.js';
import { ConnectionBanner } from './connection-banner.js';
import { GlobalKeys, openCommands } from './global-keys.js';
import { lastCompany } from './last-company.js';
import { listNavigation } from './navigation.js';
import { NotFound } from './not-found.js';
import { RefreshMark } from './refresh-mark.js';
import { UserMenu } from './user-menu.js';
import { VersionBanner } from './version-banner.js';

const NAVBAR = { width: 230, breakpoint: 'sm' } as const;

/** What is around every screen of a signed-in user: skip link, company, navigation, the user's menu. */
export function Shell() {
  const i18n = useI18n();
  const { t, setLocale } = i18n;
  const me = useMe();
  const { company: handle } = useParams({ strict: false });
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const company = handle === undefined ? undefined : findCompany(me, handle);
  const isForeign = isWithin(pathname, '/platform') ? !me.platformAdmin : handle !== undefined && !company;
  useEffect(() => void setLocale(me.user.locale), [me.user.locale, setLocale]);
  useEffect(() => {
    if (company) lastCompany.set(company.handle);
  }, [company]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes with every navigation.
  useEffect(close, [pathname]);
  return (
    <AppShell
      header={{ height: 56 }}
      padding="md"
      {...(company ? { navbar: { ...NAVBAR, collapsed: { mobile: !isOpen } } } : {})}
    >
      <a className="skip-link" href="#main">
        {t('shell.skip')}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap" miw={0}>
            {company && (
              <Burger
                opened={isOpen}
                onClick={toggle}
                hiddenFrom="sm"
                size="sm"
                aria-expanded={isOpen}
                aria-label={t('shell.navigation')}
              />
            )}
            {company ? <CompanyMenu company={company} /> : <Text fw={600}>{t('shell.product')}</Text>}
          </Group>
          <Group gap="xs" wrap="nowrap">
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('shell.search')}
              aria-keyshortcuts="Control+K Meta+K"
              onClick={openCommands}
            >
              <SearchIcon />
            </ActionIcon>
            <UserMenu />
          </Group>
        </Group>
        <RefreshMark />
      </AppShell.Header>
      {company && (
        <AppShell.Navbar p="sm" style={{ overflowY: 'auto' }} component="nav" aria-label={t('shell.navigation')}>
          {listNavigation(company).map(({ title, entries }) => (
            <div key={title ?? ''}>
              {title && (
                <Text size="xs" c="dimmed" fw={600} mt="md" mb={4} px="sm">
                  {t(title)}
                </Text>
              )}
              {entries.map(({ label, to }) => (
                <NavLink
                  key={to}
                  component={Link}
                  label={t(label)}
                  // The link marks itself, too; that of the overview is above all others.
                  {...({
                    to,
                    params: { company: company.handle },
                    activeOptions: { exact: to === '/c/$company' },
                  } as object)}
                  active={isCurrent(pathname, to.replace('$company', company.handle))}
                />
              ))}
            </div>
          ))}
        </AppShell.Navbar>
      )}
      <AppShell.Main id="main" tabIndex={-1} maw="80rem">
        <ConnectionBanner />
        <VersionBanner />
        {isForeign ? <NotFound /> : <Outlet />}
      </AppShell.Main>
      <GlobalKeys />
    </AppShell>
  );
}

/** The overview is above all other screens of the company. */
const isCurrent = (pathname: string, path: string) =>
  /^\/c\/[^/]+$/.test(path) ? pathname.replace(/\/$/, '') === path : isWithin(pathname, path);

const isWithin = (pathname: string, path: string) => pathname === path || pathname.startsWith(`${path}/`);

function CompanyMenu({ company }: { company: Company }) {
  const { t } = useI18n();
  const current = useCompanyName(company);
  const { memberships, platformAdmin } = useMe();
  if (memberships.length < 2 && !platformAdmin) {
    return (
      <Text fw={600} truncate>
        {current}
      </Text>
    );
  }
  return (
    <Menu position="bottom-start" withinPortal={false}>
      <Menu.Target>
        <Button variant="subtle" color="gray" miw={0} aria-label={t('shell.company', { company: current })}>
          <Text span inherit truncate>
            {current}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {memberships.map(({ handle, name }) => (
          <Menu.Item key={handle} component={Link} to={`/c/${handle}`}>
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item component={Anchor<typeof Link>} to="/companies">
          {t('companies.title')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const SearchIcon = () => (
  <svg viewBox="0 0 20 20" width="18" height="18" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
    <circle cx="8.5" cy="8.5" r="5.5" />
    <path d="m13 13 5 5" strokeLinecap="round" />
  </svg>
);
