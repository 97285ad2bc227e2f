import { Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, load, type Schemas } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { ConfirmDialog } from '../../shared/dialogs/confirm-dialog.js';
import { FormDialog } from '../../shared/dialogs/form-dialog.js';
import { HandleInput, NameInput } from '../../shared/fields/name-input.js';
import { releaseKey } from '../../shared/funnel-data/queries.js';
import { type ChosenTemplate, TemplateChoice } from './templates/template-choice.js';

type Funnel = Schemas['FunnelSummary'];

const FUNNELS = '/api/admin/v1/companies/{handle}/funnels';

/** A name as a sub-domain: `Spring quiz` → `spring-quiz`. */
const toSubdomain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '');

/** Creates a funnel, or a copy of one, and opens its questions. @param props.source - what is copied. */
export function NewFunnelDialog(props: {
  source?: Funnel | undefined;
  template?: ChosenTemplate | undefined;
  onClose: () => void;
}) {
  const { source, onClose } = props;
  const { t } = useI18n();
  const { handle } = useCompany();
  const navigate = useNavigate();
  const [name, setName] = useState(source ? t('funnels.copy.name', { funnel: source.name }) : '');
  const [typed, setTyped] = useState<string>();
  const [template, setTemplate] = useState<ChosenTemplate>(props.template ?? 'one-question');
  const subdomain = typed ?? toSubdomain(name);
  const create = useChange({
    run: () => {
      const body = { subdomain: subdomain.trim(), name: name.trim() };
      if (source) {
        const path = { handle, subdomain: source.subdomain };
        return load(api.POST(`${FUNNELS}/{subdomain}/duplicate`, { params: { path }, body }));
      }
      const chosen = template === '' ? {} : { template };
      return load(api.POST(FUNNELS, { params: { path: { handle } }, body: { ...body, ...chosen } }));
    },
    changes: releaseKey(handle),
    onDone: (created) => void navigate({ to: `/c/${handle}/funnels/${created.subdomain}` }),
  });
  const submit = () => {
    create.mutate(undefined);
  };
  const title = source ? t('funnels.copy.title', { funnel: source.name }) : t('funnels.create');
  return (
    <FormDialog
      title={title}
      size={source ? 'md' : 'lg'}
      onSubmit={submit}
      error={create.error}
      action={t(source ? 'funnels.copy' : 'funnels.create')}
      onClose={onClose}
      loading={create.isPending}
    >
      {source && <Text size="sm">{t('funnels.copy.text')}</Text>}
      <NameInput label={t('funnels.name')} value={name} onValue={setName} />
      <HandleInput
        label={t('funnels.subdomain')}
        text={t('funnels.subdomain.text')}
        value={subdomain}
        onValue={setTyped}
      />
      {!source && <TemplateChoice value={template} onChange={setTemplate} />}
    </FormDialog>
  );
}

function useFunnelChange({ subdomain }: Funnel, onDone: () => void) {
  const { handle } = useCompany();
  return useChange({
    run: (body: Schemas['FunnelChange']) =>
      load(api.PATCH(`${FUNNELS}/{subdomain}`, { params: { path: { handle, subdomain } }, body })),
    changes: releaseKey(handle),
    onDone,
  });
}

interface ChangeProps {
  funnel: Funnel;
  onClose: () => void;
}

/** Name and own host of a funnel. */
export function RenameFunnelDialog({ funnel, onClose }: ChangeProps) {
  const { t } = useI18n();
  const [name, setName] = useState(funnel.name);
  const [host, setHost] = useState(funnel.host ?? '');
  const change = useFunnelChange(funnel, onClose);
  const submit = () => {
    change.mutate({
      ...(name.trim() !== funnel.name ? { name: name.trim() } : {}),
      ...(host.trim() !== (funnel.host ?? '') ? { host: host.trim() || null } : {}),
    });
  };
  return (
    <FormDialog
      title={t('funnels.rename.title', { funnel: funnel.name })}
      onSubmit={submit}
      error={change.error}
      action={t('funnels.rename.save')}
      onClose={onClose}
      loading={change.isPending}
    >
      <NameInput label={t('funnels.name')} value={name} onValue={setName} />
      <TextInput
        label={t('funnels.own-host')}
        description={t('funnels.own-host.text')}
        placeholder="quiz.glow.example"
        value={host}
        onChange={({ currentTarget }) => setHost(currentTarget.value)}
        autoComplete="off"
        autoCapitalize="none"
      />
    </FormDialog>
  );
}

const STATES = {
  pause: { body: { paused: true }, color: 'red' },
  continue: { body: { paused: false }, color: 'green' },
  archive: { body: { archived: true }, color: 'red' },
  restore: { body: { archived: false }, color: 'green' },
} as const;
export type StateChange = keyof typeof STATES;
const STATE_TEXTS = {
  pause: ['funnels.pause', 'funnels.pause.title', 'funnels.pause.text'],
  continue: ['funnels.continue', 'funnels.continue.title', 'funnels.continue.text'],
  archive: ['funnels.archive', 'funnels.archive.title', 'funnels.archive.text'],
  restore: ['funnels.restore', 'funnels.restore.title', 'funnels.restore.text'],
} as const;

/** Asks before shoppers notice something. */
export function FunnelStateDialog({ funnel, to, onClose }: ChangeProps & { to: StateChange }) {
  const { t } = useI18n();
  const change = useFunnelChange(funnel, onClose);
  const [action, title, text] = STATE_TEXTS[to];
  const { body, color } = STATES[to];
  return (
    <ConfirmDialog
      title={t(title, { funnel: funnel.name })}
      action={t(action)}
      change={{ ...change, mutate: () => change.mutate(body) }}
      color={color}
      onClose={onClose}
    >
      {t(text)}
    </ConfirmDialog>
  );
}
