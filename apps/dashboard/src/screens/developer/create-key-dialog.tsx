import { Checkbox, Code, Stack, Text, TextInput } from '@mantine/core';
import { DEFAULT_KEY_SCOPES, KEY_SCOPES } from '@svc/domain';
import { useState } from 'react';
import { api, load, type Schemas } from '../../api/client.js';
import { useFunnelChoices } from '../../api/funnels.js';
import { useChange } from '../../api/queries.js';
import { useI18n } from '../../i18n/i18n.js';
import { DialogForm } from '../../shared/dialogs/dialog-form.js';
import { OneTimeDialog } from '../../shared/dialogs/one-time-dialog.js';
import { NameInput } from '../../shared/fields/name-input.js';
import { toDay } from '../../shared/to-day.js';
import { readFunnelSample, toApiOrigin } from './quick-starts.js';

/** Creates a key and shows its value, which exists in the memory of this dialog only. docs/dashboard.md Y4. */
export function CreateKeyDialog({ company, onClose }: { company: string; onClose: () => void }) {
  const { t } = useI18n();
  const create = useChange({
    run: (body: Schemas['ApiKeyRequest']) =>
      load(api.POST('/api/admin/v1/companies/{handle}/api-keys', { params: { path: { handle: company } }, body })),
    changes: ['api-keys', company],
  });
  const published = useFunnelChoices(company).data?.find((funnel) => funnel.published);
  const value = create.data?.value;
  return (
    <OneTimeDialog
      fields={
        value === undefined
          ? undefined
          : [
              { label: t('keys.value'), value },
              { label: t('keys.environment'), value: `SVC_API_KEY=${value}` },
            ]
      }
      form={<KeyForm create={create} onClose={onClose} />}
      texts={{
        form: t('keys.create'),
        created: t('keys.created.title'),
        once: t('keys.once'),
        notCopied: t('keys.not-copied'),
        done: t('keys.saved'),
        closeAnyway: t('keys.close-anyway'),
      }}
      onClose={onClose}
    >
      <Stack gap={4}>
        <Text size="sm">{t('keys.curl')}</Text>
        <Code block tabIndex={0} aria-label={t('keys.curl')}>
          {readFunnelSample({ api: toApiOrigin(location), funnelId: published?.id ?? 'FUNNEL_ID' })}
        </Code>
      </Stack>
    </OneTimeDialog>
  );
}

function KeyForm(props: {
  create: { mutate: (body: Schemas['ApiKeyRequest']) => void; isPending: boolean; error: Error | null };
  onClose: () => void;
}) {
  const { t } = useI18n();
  const [name, setName] = useState('');
  const [expiresOn, setExpiresOn] = useState('');
  const [scopes, setScopes] = useState<string[]>([...DEFAULT_KEY_SCOPES]);
  const submit = () => {
    // The key works until the end of the day, where the user is.
    const expiry = expiresOn === '' ? {} : { expiresAt: new Date(`${expiresOn}T23:59:59`).toISOString() };
    props.create.mutate({ name: name.trim(), scopes: KEY_SCOPES.filter((scope) => scopes.includes(scope)), ...expiry });
  };
  return (
    <DialogForm
      onSubmit={submit}
      error={props.create.error}
      action={t('keys.create')}
      onCancel={props.onClose}
      loading={props.create.isPending}
      disabled={scopes.length === 0}
    >
      <NameInput
        label={t('keys.name')}
        description={t('keys.name.text')}
        value={name}
        onValue={setName}
        maxLength={100}
      />
      <TextInput
        type="date"
        label={t('keys.expiry')}
        description={t('keys.expiry.text')}
        value={expiresOn}
        onChange={({ currentTarget }) => setExpiresOn(currentTarget.value)}
        min={toDay(new Date())}
      />
      <Checkbox.Group label={t('keys.scopes')} value={scopes} onChange={setScopes} required>
        <Stack gap="xs" mt="xs">
          <Checkbox value="funnel.read" label={t('keys.scope.read')} />
          <Checkbox value="analysis.create" label={t('keys.scope.create')} />
          <Checkbox value="order.write" label={t('keys.scope.order')} />
        </Stack>
      </Checkbox.Group>
    </DialogForm>
  );
}
