import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../api/api-error.js';
import { api, load, type Schemas } from '../../api/client.js';
import { meQuery } from '../../api/queries.js';
import { useMe } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { ConfirmDialog } from '../../shared/dialogs/confirm-dialog.js';
import { CopyField } from '../../shared/fields/copy-field.js';
import { ErrorNotice } from '../../shared/notices/error-notice.js';
import { QrCode } from './qr-code.js';
import { RecoveryCodes } from './recovery-codes.js';

/** Authenticator app and recovery codes. docs/identity.md I6. */
export function SecondFactor() {
  const queries = useQueryClient();
  const { user } = useMe();
  const [codes, setCodes] = useState<readonly string[]>();
  const refresh = () => queries.invalidateQueries({ queryKey: meQuery.queryKey });
  if (codes) {
    const keep = () => {
      setCodes(undefined);
      void refresh();
    };
    return <RecoveryCodes codes={codes} onKept={keep} />;
  }
  return user.hasSecondFactor ? <SetUp onCodes={setCodes} onRemoved={refresh} /> : <Enroll onCodes={setCodes} />;
}

function Enroll({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const { t } = useI18n();
  const begin = useMutation({ mutationFn: () => load(api.POST('/auth/totp')) });
  if (begin.data) return <FirstCode enrollment={begin.data} onCodes={onCodes} />;
  return (
    <Stack gap="sm">
      <Text>{t('second-factor.off')}</Text>
      <ErrorNotice error={begin.error} />
      <Group>
        <Button loading={begin.isPending} onClick={() => begin.mutate()}>
          {t('second-factor.begin')}
        </Button>
      </Group>
    </Stack>
  );
}

/** docs/identity.md I6.5. */
const isClockWrong = (error: Error | null): boolean =>
  error instanceof ApiError && error.options.details?.some(({ path }) => path === '/clock') === true;

function FirstCode(props: { enrollment: Schemas['TotpEnrollment']; onCodes: (codes: readonly string[]) => void }) {
  const { t } = useI18n();
  const [code, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: () => load(api.PUT('/auth/totp', { body: { code: code.trim() } })),
    onSuccess: ({ recoveryCodes }) => props.onCodes(recoveryCodes),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text>{t('second-factor.scan')}</Text>
        <QrCode text={props.enrollment.uri} label={t('second-factor.qr')} />
        <CopyField label={t('second-factor.secret')} value={props.enrollment.secret} />
        <TextInput
          label={t('sign-in.code')}
          description={t('second-factor.clock')}
          autoComplete="one-time-code"
          inputMode="numeric"
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
          required
        />
        {isClockWrong(confirm.error) ? (
          <Alert color="red" role="alert">
            {t('second-factor.clock-wrong')}
          </Alert>
        ) : (
          <ErrorNotice error={confirm.error} />
        )}
        <Group>
          <Button type="submit" loading={confirm.isPending}>
            {t('second-factor.confirm')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function SetUp({ onCodes, onRemoved }: { onCodes: (codes: readonly string[]) => void; onRemoved: () => void }) {
  const { t } = useI18n();
  const [isRemoving, setRemoving] = useState(false);
  const replace = useMutation({
    mutationFn: () => load(api.POST('/auth/recovery-codes')),
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
  });
  const remove = useMutation({ mutationFn: () => load(api.DELETE('/auth/totp')), onSuccess: onRemoved });
  return (
    <Stack gap="sm">
      <Alert color="green">{t('second-factor.on')}</Alert>
      <ErrorNotice error={replace.error} />
      <Group>
        <Button variant="default" loading={replace.isPending} onClick={() => replace.mutate()}>
          {t('recovery.replace')}
        </Button>
        <Button variant="default" onClick={() => setRemoving(true)}>
          {t('second-factor.remove')}
        </Button>
      </Group>
      {isRemoving && (
        <ConfirmDialog
          title={t('second-factor.remove')}
          action={t('second-factor.remove')}
          change={remove}
          onClose={() => setRemoving(false)}
        >
          {t('second-factor.remove.text')}
        </ConfirmDialog>
      )}
    </Stack>
  );
}
