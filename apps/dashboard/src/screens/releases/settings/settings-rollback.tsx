import { Alert, Anchor, Button, Checkbox, Group, List, Paper, Stack, Text, Title } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, load, type Schemas } from '../../../api/client.js';
import { useChange } from '../../../api/queries.js';
import { useRunningTests } from '../../../api/running-tests.js';
import { useCompany } from '../../../app/company.js';
import { useI18n } from '../../../i18n/i18n.js';
import { useReplay } from '../../../shared/check/queries.js';
import { ConfirmDialog } from '../../../shared/dialogs/confirm-dialog.js';
import { releaseKey } from '../../../shared/funnel-data/queries.js';
import { Loaded } from '../../../shared/notices/loaded.js';
import { describePart } from '../describe-part.js';
import { useSettingsContent } from '../queries.js';
import { ReplayReport } from '../replay/replay-report.js';
import { findEndedTests } from './find-ended-tests.js';
import { PartDifferences } from './part-differences.js';
import {
  compareSettings,
  type FunnelSettings,
  type PartDifference,
  readPartName,
  type Settings,
} from './settings-parts.js';

/** What an earlier version of the settings would change, and the way back to it or to some of its parts. */
export function SettingsRollback({ present, target }: { present: number; target: number }) {
  const { t } = useI18n();
  const { handle } = useCompany();
  const before = useSettingsContent(handle, present);
  const after = useSettingsContent(handle, target);
  return (
    <Paper
      withBorder
      p="md"
      component="section"
      aria-label={t('settings-versions.compare', { number: String(target) })}
    >
      <Stack gap="md">
        <Group justify="space-between">
          <Title order={2} size="h4">
            {t('settings-versions.compare', { number: String(target) })}
          </Title>
          <Anchor component={Link} to={`/c/${handle}/settings/versions`}>
            {t('dialog.close')}
          </Anchor>
        </Group>
        <Loaded query={before}>
          {(was) => (
            <Loaded query={after}>
              {(is) => <Parts target={target} content={is} parts={compareSettings(was, is)} />}
            </Loaded>
          )}
        </Loaded>
      </Stack>
    </Paper>
  );
}

function Parts(props: { target: number; content: Settings; parts: readonly PartDifference[] }) {
  const i18n = useI18n();
  const { t, count } = i18n;
  const company = useCompany();
  const { parts, target } = props;
  const [chosen, setChosen] = useState(() => parts.map(({ part }) => part));
  const [isAsking, setAsking] = useState(false);
  if (parts.length === 0) return <Text>{t('settings-versions.same')}</Text>;
  const wanted = parts.filter(({ part }) => chosen.includes(part));
  return (
    <Stack gap="md">
      <Checkbox.Group label={t('settings-versions.parts')} value={chosen} onChange={setChosen}>
        <Stack gap="sm" mt="xs">
          {parts.map((difference) => {
            const { part, differences } = difference;
            return (
              <Stack key={part} gap="xs">
                <Checkbox
                  value={part}
                  label={`${describePart(part, i18n)} (${count('changes.count', differences.length)})`}
                />
                <details>
                  <summary>{t('settings-versions.differences', { part: describePart(part, i18n) })}</summary>
                  <PartDifferences difference={difference} />
                </details>
              </Stack>
            );
          })}
        </Stack>
      </Checkbox.Group>
      <Effects content={props.content} parts={wanted} />
      {company.can('settings.write') ? (
        <Group>
          <Button onClick={() => setAsking(true)} disabled={wanted.length === 0}>
            {t('settings-versions.back', { number: String(target) })}
          </Button>
        </Group>
      ) : (
        <Text c="dimmed">{t('settings-versions.read-only')}</Text>
      )}
      {isAsking && <RollbackDialog target={target} parts={wanted} onClose={() => setAsking(false)} />}
    </Stack>
  );
}

/** What shoppers of each funnel would have seen, when the user asks for it. Parts of the company act on every funnel. */
function Effects({ content, parts }: { content: Settings; parts: readonly PartDifference[] }) {
  const { t } = useI18n();
  const names = parts.flatMap(({ part }) => readPartName(part) ?? []);
  const isShared = names.some(({ subdomain }) => subdomain === undefined);
  const funnels = content.funnels.filter(
    ({ subdomain }) => isShared || names.some((name) => name.subdomain === subdomain),
  );
  if (funnels.length === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {t('release.replay')}
      </Title>
      {funnels.map((funnel) => (
        <Effect
          key={`${funnel.subdomain} ${parts.map(({ part }) => part).join(' ')}`}
          subdomain={funnel.subdomain}
          body={toReplay(content, funnel, parts)}
        />
      ))}
    </Stack>
  );
}

/** The chosen parts, as a replay of this funnel takes them. */
function toReplay(
  content: Settings,
  funnel: FunnelSettings,
  parts: readonly PartDifference[],
): Schemas['ReplayRequest'] {
  const has = (name: string) => parts.some(({ part }) => part === name);
  const own = `funnels/${funnel.subdomain}`;
  return {
    last: 500,
    ...(has('tagging') ? { tagging: content.tagging ?? null } : {}),
    ...(has('sets') ? { sets: content.sets ?? null } : {}),
    ...(has(`${own}/assortment`) ? { assortment: funnel.assortment ?? null } : {}),
    ...(has(`${own}/matching`) ? { matching: funnel.matching ?? null } : {}),
    ...(has(`${own}/resultPage`) ? { resultPage: funnel.resultPage ?? null } : {}),
  } as Schemas['ReplayRequest'];
}

function Effect({ subdomain, body }: { subdomain: string; body: Schemas['ReplayRequest'] }) {
  const { t } = useI18n();
  const { handle } = useCompany();
  const [isWanted, setWanted] = useState(false);
  const replay = useReplay(handle, subdomain, isWanted ? body : undefined);
  return (
    <Stack gap="xs">
      {!isWanted && (
        <div>
          <Button variant="default" size="xs" onClick={() => setWanted(true)}>
            {t('settings-versions.replay', { funnel: subdomain })}
          </Button>
        </div>
      )}
      {isWanted && (
        <Stack gap="xs" component="section" aria-label={subdomain}>
          <Title order={4} size="h6">
            {subdomain}
          </Title>
          <Loaded query={replay}>{(report) => <ReplayReport replay={report} />}</Loaded>
        </Stack>
      )}
    </Stack>
  );
}

function RollbackDialog(props: { target: number; parts: readonly PartDifference[]; onClose: () => void }) {
  const i18n = useI18n();
  const { t } = i18n;
  const { handle, can } = useCompany();
  const navigate = useNavigate();
  const tests = useRunningTests(handle, { isEnabled: can('insight.read') });
  const rollback = useChange({
    run: () =>
      load(
        api.POST('/api/admin/v1/companies/{handle}/settings/rollback', {
          params: { path: { handle } },
          body: { version: props.target, parts: props.parts.map(({ part }) => part) },
        }),
      ),
    changes: releaseKey(handle),
    onDone: () => void navigate({ to: `/c/${handle}/settings/versions`, search: {} as never }),
  });
  return (
    <ConfirmDialog
      title={t('settings-versions.back', { number: String(props.target) })}
      action={t('settings-versions.back.action')}
      change={{ ...rollback, mutate: () => rollback.mutate(undefined) }}
      onClose={props.onClose}
    >
      <Stack gap="xs">
        <Text>{t('settings-versions.back.text')}</Text>
        <List size="sm">
          {props.parts.map(({ part }) => (
            <List.Item key={part}>{describePart(part, i18n)}</List.Item>
          ))}
        </List>
        {findEndedTests(tests.data ?? [], props.parts).map(({ id, name }) => (
          <Text key={id}>{t('settings-versions.back.test', { test: name })}</Text>
        ))}
        <Alert color="yellow">{t('settings-versions.back.again')}</Alert>
      </Stack>
    </ConfirmDialog>
  );
}
