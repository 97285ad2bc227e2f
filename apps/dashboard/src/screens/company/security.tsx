import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { api, load, type Schemas } from '../../api/client.js';
import { meQuery, useChange } from '../../api/queries.js';
import { useCompany, useMe } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { ErrorNotice } from '../../shared/notices/error-notice.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { Saved } from '../../shared/notices/saved.js';
import { PageTitle } from '../../shared/page-title.js';
import { Section } from '../../shared/section.js';
import { Sessions } from '../../shared/sessions/sessions.js';

type Policy = Schemas['CompanyPolicy'];

const POLICIES = [
  { name: 'requireTwoFactor', label: 'security.two-factor', text: 'security.two-factor.text' },
  { name: 'editorsMayPublish', label: 'security.editors', text: 'security.editors.text' },
  { name: 'mayInvite', label: 'security.invite', text: 'security.invite.text' },
] as const;

/** What members of the company may and must do, and where they and the user are signed in. docs/identity.md I8, docs/dashboard.md Y82. */
export function Security() {
  const { t, count } = useI18n();
  const { handle } = useCompany();
  const policy = useQuery({
    queryKey: ['policy', handle],
    queryFn: () => load(api.GET('/api/admin/v1/companies/{handle}/policy', { params: { path: { handle } } })),
  });
  const sessions = useQuery({
    queryKey: ['sessions', 'of-members', handle],
    queryFn: () => load(api.GET('/api/admin/v1/companies/{handle}/sessions', { params: { path: { handle } } })),
  });
  return (
    <Stack gap="xl" maw="44rem">
      <PageTitle title={t('security.title')} text={t('security.text')} />
      <Loaded query={policy}>{(data) => <Policies handle={handle} policy={data} />}</Loaded>
      <Section title={t('security.members')}>
        <Loaded query={sessions}>{({ active }) => <Text>{count('security.members.count', active)}</Text>}</Loaded>
      </Section>
      <Section title={t('security.own')}>
        <Sessions />
      </Section>
    </Stack>
  );
}

function Policies({ handle, policy }: { handle: string; policy: Policy }) {
  const { t } = useI18n();
  const { user, platformAdmin } = useMe();
  const router = useRouter();
  const [edited, setEdited] = useState<Partial<Policy>>({});
  const wanted = { ...policy, ...edited };
  const save = useChange({
    run: (body: Policy) =>
      load(api.PUT('/api/admin/v1/companies/{handle}/policy', { params: { path: { handle } }, body })),
    changes: ['policy', handle],
    // What was ticked while the save ran is not saved yet.
    onDone: (_, sent) =>
      setEdited((last) =>
        Object.fromEntries(Object.entries(last).filter(([name, is]) => is !== sent[name as keyof Policy])),
      ),
  });
  const isInForce = (other: Policy) => POLICIES.every(({ name }) => other[name] === policy[name]);
  const isChanged = !isInForce(wanted);
  // The response was lost, or another user has saved the same.
  const isStored = save.isError && isInForce(save.variables);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await save.mutateAsync(wanted).catch(() => undefined);
    // What the user may do has changed as well; a second factor may be due now.
    await router.options.context.queries.invalidateQueries({ queryKey: meQuery.queryKey });
    await router.invalidate();
  };
  const mustEnroll = wanted.requireTwoFactor && !policy.requireTwoFactor && !user.hasSecondFactor && !platformAdmin;
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {POLICIES.map(({ name, label, text }) => {
          const isForeign = name === 'mayInvite' && !platformAdmin;
          return (
            <Checkbox
              key={name}
              label={t(label)}
              description={isForeign ? `${t(text)} ${t('security.invite.platform')}` : t(text)}
              checked={wanted[name]}
              disabled={isForeign}
              onChange={({ currentTarget }) => setEdited({ ...edited, [name]: currentTarget.checked })}
            />
          );
        })}
        {mustEnroll && <Alert color="yellow">{t('security.must-enroll')}</Alert>}
        <ErrorNotice error={isStored ? null : save.error} />
        <Group>
          <Button type="submit" data-saves loading={save.isPending} disabled={!isChanged}>
            {t('save.action')}
          </Button>
          <Saved isVisible={(save.isSuccess || isStored) && !isChanged} />
        </Group>
      </Stack>
    </form>
  );
}
