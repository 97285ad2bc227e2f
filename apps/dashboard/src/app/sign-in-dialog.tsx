import { Group, PasswordInput, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, load, type Schemas } from '../api/client.js';
import { meQuery } from '../api/queries.js';
import type { Question } from '../api/question.js';
import { useI18n } from '../i18n/i18n.js';
import { SignInForm } from '../screens/entry/sign-in-form.js';
import { Dialog } from '../shared/dialogs/dialog.js';
import { DialogForm } from '../shared/dialogs/dialog-form.js';

/**
 * Over the page when the session has ended, or when an action needs a fresh sign-in. The page stays as it is, and the request is
 * repeated afterwards. docs/dashboard.md Y3.
 */
export function SignInDialog({ question }: { question: Question }) {
  const { t } = useI18n();
  const me = useQueryClient().getQueryData(meQuery.queryKey);
  const isConfirmation = question.need === 'CONFIRMATION';
  return (
    <Dialog
      zIndex={400}
      onClose={() => question.answer(false)}
      title={t(isConfirmation ? 'confirm.title' : 'session.ended')}
    >
      {isConfirmation ? (
        <Confirmation hasSecondFactor={me?.user.hasSecondFactor ?? false} onDone={question.answer} />
      ) : (
        <Stack>
          <Text>{t('session.ended.text')}</Text>
          <SignInForm {...(me ? { email: me.user.email } : {})} onDone={() => question.answer(true)} />
        </Stack>
      )}
    </Dialog>
  );
}

function Confirmation(props: { hasSecondFactor: boolean; onDone: (isConfirmed: boolean) => void }) {
  const { t } = useI18n();
  const [kind, setKind] = useState<'password' | 'code'>('password');
  const [proof, setProof] = useState('');
  const confirm = useMutation({
    mutationFn: (body: Schemas['ProofRequest']) => load(api.POST('/auth/reauthenticate', { body })),
    onSuccess: () => props.onDone(true),
  });
  const submit = () => {
    confirm.mutate(kind === 'password' ? { password: proof } : { code: proof.trim() });
  };
  return (
    <DialogForm
      onSubmit={submit}
      error={confirm.error}
      action={t('confirm.action')}
      onCancel={() => props.onDone(false)}
      loading={confirm.isPending}
    >
      <Text>{t('confirm.text')}</Text>
      {props.hasSecondFactor && (
        <Radio.Group
          label={t('confirm.with')}
          value={kind}
          onChange={(next) => {
            setKind(next as 'password' | 'code');
            setProof('');
          }}
        >
          <Group gap="md" mt={4}>
            <Radio value="password" label={t('sign-in.password')} />
            <Radio value="code" label={t('sign-in.code')} />
          </Group>
        </Radio.Group>
      )}
      {kind === 'password' ? (
        <PasswordInput
          label={t('sign-in.password')}
          value={proof}
          onChange={({ currentTarget }) => setProof(currentTarget.value)}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('sign-in.show-password') }}
          required
          data-autofocus
        />
      ) : (
        <TextInput
          label={t('sign-in.code')}
          value={proof}
          onChange={({ currentTarget }) => setProof(currentTarget.value)}
          autoComplete="one-time-code"
          inputMode="numeric"
          required
          data-autofocus
        />
      )}
    </DialogForm>
  );
}
