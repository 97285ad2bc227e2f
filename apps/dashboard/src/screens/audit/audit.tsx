import { Anchor, Badge, Button, Stack, Text } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client.js';
import { useList } from '../../api/queries.js';
import { useI18n } from '../../i18n/i18n.js';
import { PlatformNavigation } from '../../shared/navigation/platform-navigation.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { NothingFound } from '../../shared/notices/nothing-found.js';
import { Notice } from '../../shared/notices/notice.js';
import { PageTitle } from '../../shared/page-title.js';
import { Rows } from '../../shared/rows.js';
import { Section } from '../../shared/section.js';
import { nameChange, nameTarget } from './change-names.js';
import { type Filter, toFilter, toQuery } from './filter.js';
import { FilterBar } from './filter-bar.js';
import { PLATFORM_SCOPE, type Scope, useCompanyScope } from './scope.js';
import { findSentence } from './sentences.js';
import { Verification } from './verification.js';

type Entry = Schemas['AuditEntry'];

const OUTCOMES = {
  OK: { text: 'audit.outcome.ok', color: 'green' },
  REFUSED: { text: 'audit.outcome.refused', color: 'yellow' },
  FAILED: { text: 'audit.outcome.failed', color: 'red' },
  UNKNOWN: { text: 'audit.outcome.unknown', color: 'gray' },
} as const;

/** Who did what in the company. docs/identity.md I11. */
export function Audit() {
  return <Log scope={useCompanyScope()} />;
}

/** Who did what on the platform: sign-ins, accounts, administrators, companies. */
export function PlatformAudit() {
  return <Log scope={PLATFORM_SCOPE} navigation={<PlatformNavigation />} />;
}

function Log({ scope, navigation }: { scope: Scope; navigation?: ReactNode }) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const filter = toFilter(useSearch({ strict: false }));
  const query = toQuery(filter);
  const entries = useList(['audit', ...scope.key, filter], (cursor) =>
    scope.listEntries({ limit: 50, ...query, ...(cursor ? { cursor } : {}) }),
  );
  const show = (search: Filter) => void navigate({ to: scope.screen, search: search as never });
  const table = `${scope.table}?${new URLSearchParams(query)}`;
  const isFiltered = Object.keys(filter).length > 0;
  const { mayRead } = scope;
  return (
    <Stack gap="lg">
      <PageTitle
        title={t('audit.title')}
        text={t(scope.text)}
        action={
          mayRead && (
            <Button component="a" href={table} download variant="default">
              {t('audit.export')}
            </Button>
          )
        }
      />
      {navigation}
      {mayRead && <FilterBar key={`${filter.from} ${filter.to}`} scope={scope} filter={filter} onChange={show} />}
      <Loaded query={entries}>
        {(items) =>
          items.length > 0 ? (
            <EntryRows scope={scope} items={items} more={entries} />
          ) : isFiltered ? (
            <NothingFound
              title={t('audit.nothing-found')}
              text={t('audit.nothing-found.text')}
              onClear={() => show({})}
            />
          ) : (
            <Notice title={t('audit.empty')} text={t(scope.emptyText)} />
          )
        }
      </Loaded>
      {mayRead && (
        <Section title={t('audit.verify')} text={t('audit.verify.text')}>
          <Verification scope={scope} />
        </Section>
      )}
    </Stack>
  );
}

function EntryRows(props: {
  scope: Scope;
  items: readonly Entry[];
  more: Parameters<typeof Rows>[0]['more'] & object;
}) {
  const { scope, items, more } = props;
  const { t, time } = useI18n();
  return (
    <Rows
      caption={t('audit.title')}
      items={items}
      toKey={({ id }) => id}
      more={more}
      columns={[
        { title: t('audit.time'), cell: ({ at }) => time(at) },
        { title: t('audit.actor'), cell: (entry) => <Actor actor={entry.actor} /> },
        { title: t('audit.action'), cell: (entry) => <Action scope={scope} entry={entry} /> },
        {
          title: t('audit.outcome'),
          cell: ({ outcome, error }) =>
            outcome === null ? (
              t('audit.outcome.open')
            ) : (
              <div>
                <Badge color={OUTCOMES[outcome].color} variant="dot">
                  {t(OUTCOMES[outcome].text)}
                </Badge>
                {error !== null && (
                  <Text size="xs" c="dimmed" className="wrap-anywhere">
                    {error}
                  </Text>
                )}
              </div>
            ),
        },
        { title: t('audit.network'), cell: ({ network }) => network || '–' },
      ]}
    />
  );
}

function Actor({ actor }: { actor: Entry['actor'] }) {
  const { t } = useI18n();
  if (actor.kind === 'PLATFORM_TOKEN') return t('audit.platform-token');
  if (actor.kind === 'ANONYMOUS') return t('audit.anonymous');
  return (
    <div className="wrap-anywhere">
      {actor.name ?? t('audit.erased-user')}
      {actor.email !== null && (
        <Text size="sm" c="dimmed">
          {actor.email}
        </Text>
      )}
    </div>
  );
}

function Action({ scope, entry }: { scope: Scope; entry: Entry }) {
  const { t } = useI18n();
  const { action, targets, subject, changed, changes } = entry;
  const sentence = findSentence(action);
  const text = sentence ? t(sentence) : action;
  const screen = scope.findScreen(action, targets);
  const details = [
    ...(subject ? [subject.name ?? subject.id] : []),
    ...Object.entries(targets).map(([name, value]) => nameTarget(name, value, t)),
    ...changed.filter((name) => !changes.some(({ path }) => path === `/${name}`)).map((name) => nameChange(name, t)),
  ];
  return (
    <div className="wrap-anywhere">
      {screen === undefined ? (
        text
      ) : (
        <Anchor inherit component={Link} to={screen}>
          {text}
        </Anchor>
      )}
      {details.length > 0 && (
        <Text size="xs" c="dimmed">
          {details.join(' · ')}
        </Text>
      )}
      {changes.map(({ path, before, after }) => (
        <Text key={path} size="xs">
          {t('audit.change', {
            path: nameChange(path, t),
            before: before ?? t('audit.change.none'),
            after: after ?? t('audit.change.none'),
          })}
        </Text>
      ))}
    </div>
  );
}
