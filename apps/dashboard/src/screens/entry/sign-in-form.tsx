import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { ApiError } from '../../api/api-error.js';
import { api, load, type Schemas } from '../../api/client.js';
import { useI18n } from '../../i18n/i18n.js';
import { ErrorNotice } from '../../shared/notices/error-notice.js';

/** Address and password, then the second factor if there is one. @param email - signs in as this user only. */
export function SignInForm({ email, onDone }: { email?: string; onDone: () => void }) {
  const [needsFactor, setNeedsFactor] = useState(false);
  return needsFactor ? (
    <SecondFactorForm onDone={onDone} onAgain={() => setNeedsFactor(false)} />
  ) : (
    <PasswordForm
      {...(email === undefined ? {} : { email })}
      onDone={(next) => (next === 'DONE' ? onDone() : setNeedsFactor(true))}
    />
  );
}

type Next = Schemas['SignInStep']['next'];

function PasswordForm({ email: fixed, onDone }: { email?: string; onDone: (next: Next) => void }) {
  const { t } = useI18n();
  const [email, setEmail] = useState(fixed ?? '');
  const [password, setPassword] = useState('');
  const signIn = useMutation({
    mutationFn: (body: Schemas['SignInRequest']) => load(api.POST('/auth/sign-in', { body })),
    onSuccess: ({ next }) => onDone(next),
  });
  const waitS = useCountdown(signIn.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    signIn.mutate({ email: email.trim(), password });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t('sign-in.email')}
          type="email"
          name="email"
          autoComplete="username"
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          readOnly={fixed !== undefined}
          required
        />
        <PasswordInput
          label={t('sign-in.password')}
          name="password"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('sign-in.show-password') }}
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          required
        />
        <SignInProblem error={signIn.error} wrong={t('sign-in.wrong')} />
        <Button type="submit" loading={signIn.isPending} disabled={waitS > 0}>
          {waitS > 0 ? t('sign-in.wait', { seconds: waitS }) : t('sign-in.action')}
        </Button>
      </Stack>
    </form>
  );
}

function SecondFactorForm({ onDone, onAgain }: { onDone: () => void; onAgain: () => void }) {
  const { t } = useI18n();
  const [isRecovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const verify = useMutation({
    mutationFn: (body: Schemas['SecondFactorRequest']) => load(api.POST('/auth/second-factor', { body })),
    onSuccess: onDone,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    verify.mutate(isRecovery ? { recoveryCode: code.trim() } : { code: code.trim() });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text>{t(isRecovery ? 'second-factor.recovery.text' : 'second-factor.text')}</Text>
        <TextInput
          key={String(isRecovery)}
          label={t(isRecovery ? 'second-factor.recovery' : 'sign-in.code')}
          autoComplete="one-time-code"
          inputMode={isRecovery ? 'text' : 'numeric'}
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
          required
          autoFocus
        />
        <SignInProblem error={verify.error} wrong={t('second-factor.wrong')} />
        <Button type="submit" loading={verify.isPending}>
          {t('sign-in.action')}
        </Button>
        <Anchor
          component="button"
          type="button"
          onClick={() => {
            setRecovery(!isRecovery);
            setCode('');
          }}
        >
          {t(isRecovery ? 'second-factor.use-code' : 'second-factor.use-recovery')}
        </Anchor>
        <Anchor component="button" type="button" onClick={onAgain}>
          {t('second-factor.again')}
        </Anchor>
      </Stack>
    </form>
  );
}

/** One sentence for every wrong input; the service does not say which part was wrong. */
function SignInProblem({ error, wrong }: { error: Error | null; wrong: string }) {
  if (!(error instanceof ApiError) || error.status !== 401) return <ErrorNotice error={error} />;
  return (
    <Text c="var(--mantine-color-error)" role="alert">
      {wrong}
    </Text>
  );
}

/** Seconds until the service accepts another attempt. */
function useCountdown(error: Error | null): number {
  const [leftS, setLeftS] = useState(0);
  useEffect(() => {
    if (error instanceof ApiError && error.status === 429) setLeftS(error.options.retryAfterS ?? 60);
  }, [error]);
  useEffect(() => {
    if (leftS <= 0) return;
    const timer = setTimeout(() => setLeftS(leftS - 1), 1_000);
    return () => clearTimeout(timer);
  }, [leftS]);
  return leftS;
}
