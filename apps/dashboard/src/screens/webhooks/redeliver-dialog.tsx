import { Alert, Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, load } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { useI18n } from '../../i18n/i18n.js';
import { Dialog } from '../../shared/dialogs/dialog.js';
import { DialogForm } from '../../shared/dialogs/dialog-form.js';
import { STATE_TEXTS } from './delivery-state.js';
import { STATES, TARGET_TEXTS, TARGETS } from './filter.js';

/** Delivers again what was submitted in a period. Times are those of the browser. docs/dashboard.md Y9.5. */
export function RedeliverDialog({ handle, onClose }: { handle: string; onClose: () => void }) {
  const { t, count } = useI18n();
  const [target, setTarget] = useState<(typeof TARGETS)[number]>('webhook');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [states, setStates] = useState<string[]>(['DEAD']);
  const isPeriod = from !== '' && to !== '' && from < to;
  const redeliver = useChange({
    run: () =>
      load(
        api.POST('/api/admin/v1/companies/{handle}/webhooks/redeliver', {
          params: { path: { handle } },
          body: {
            target,
            from: new Date(from).toISOString(),
            to: new Date(to).toISOString(),
            states: STATES.filter((state) => states.includes(state)),
          },
        }),
      ),
    changes: ['deliveries', handle],
  });
  const submit = () => {
    redeliver.mutate(undefined);
  };
  return (
    <Dialog onClose={onClose} title={t('webhooks.redeliver-period')} size="lg">
      {redeliver.data ? (
        <Stack>
          <Alert role="status">{count('webhooks.redeliver-period.done', redeliver.data.count)}</Alert>
          <Group justify="flex-end">
            <Button onClick={onClose}>{t('dialog.close')}</Button>
          </Group>
        </Stack>
      ) : (
        <DialogForm
          onSubmit={submit}
          error={redeliver.error}
          action={t('webhooks.redeliver')}
          onCancel={onClose}
          loading={redeliver.isPending}
          disabled={!isPeriod || states.length === 0}
        >
          <Text>{t('webhooks.redeliver-period.text')}</Text>
          <NativeSelect
            label={t('webhooks.target')}
            value={target}
            onChange={({ currentTarget }) => setTarget(currentTarget.value as typeof target)}
            data={TARGETS.map((value) => ({ value, label: t(TARGET_TEXTS[value]) }))}
          />
          <Group align="flex-start">
            <TextInput
              type="datetime-local"
              label={t('webhooks.redeliver-period.from')}
              value={from}
              onChange={({ currentTarget }) => setFrom(currentTarget.value)}
              required
              data-autofocus
            />
            <TextInput
              type="datetime-local"
              label={t('webhooks.redeliver-period.to')}
              value={to}
              onChange={({ currentTarget }) => setTo(currentTarget.value)}
              error={from !== '' && to !== '' && !isPeriod && t('webhooks.redeliver-period.order')}
              required
            />
          </Group>
          <Checkbox.Group label={t('webhooks.state')} value={states} onChange={setStates}>
            <Group mt="xs">
              {STATES.map((value) => (
                <Checkbox key={value} value={value} label={t(STATE_TEXTS[value])} />
              ))}
            </Group>
          </Checkbox.Group>
        </DialogForm>
      )}
    </Dialog>
  );
}
