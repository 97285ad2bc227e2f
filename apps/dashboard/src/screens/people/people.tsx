import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { PageTitle } from '../../shared/page-title.js';
import { Section } from '../../shared/section.js';
import { Invitations } from './invitations.js';
import { InviteDialog } from './invite-dialog.js';
import { Members } from './members.js';

/** Who works with the company, and who was invited to. docs/identity.md I5, I8. */
export function People() {
  const { t } = useI18n();
  const company = useCompany();
  const [isInviting, setInviting] = useState(false);
  const mayInvite = company.can('member.invite');
  const invite = (
    <Button onClick={() => setInviting(true)} disabled={!mayInvite}>
      {t('people.invite')}
    </Button>
  );
  const mayManage = company.can('member.manage');
  return (
    <Stack gap="xl">
      <PageTitle title={t('people.title')} text={t('people.text')} action={mayManage && invite} />
      {mayManage && !mayInvite && <Text>{t('people.may-not-invite')}</Text>}
      <Members />
      {mayManage && (
        <Section title={t('people.invitations')}>
          <Invitations />
        </Section>
      )}
      {isInviting && <InviteDialog company={company.handle} onClose={() => setInviting(false)} />}
    </Stack>
  );
}
