import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas } from '../../api/client.js';
import { type Permission, useCompany } from '../../app/company.js';
import type { TextKey } from '../../i18n/areas.js';
import { useI18n } from '../../i18n/i18n.js';
import { FunnelFigure } from '../../shared/funnel-data/funnel-figure.js';
import { useFunnels } from '../../shared/funnel-data/queries.js';
import type { FunnelTemplate } from '../../shared/funnel-data/templates.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { Notice } from '../../shared/notices/notice.js';
import { PageTitle } from '../../shared/page-title.js';
import { type RowAction, RowMenu } from '../../shared/row-menu.js';
import { Rows } from '../../shared/rows.js';
import { FunnelStateDialog, NewFunnelDialog, RenameFunnelDialog, type StateChange } from './funnel-dialogs.js';
import type { FunnelsAddress } from './funnels-address.js';
import { TemplateGallery } from './templates/template-gallery.js';

type Funnel = Schemas['FunnelSummary'];

/** The funnels of the company, with what is published and what waits to be. */
export function Funnels() {
  const { t } = useI18n();
  const { handle, can } = useCompany();
  const { archived: isArchive = false }: FunnelsAddress = useSearch({ strict: false });
  const funnels = useFunnels(handle, isArchive);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const mayEdit = can('funnel.edit');
  const hasFunnels = !isArchive && (funnels.data?.length ?? 0) > 0;
  return (
    <Stack gap="lg">
      <PageTitle
        title={t('funnels.title')}
        text={t(isArchive ? 'funnels.archived.text' : 'funnels.text')}
        action={
          mayEdit && hasFunnels && <Button onClick={() => setOpen({ kind: 'new' })}>{t('funnels.create')}</Button>
        }
      />
      <Loaded query={funnels}>
        {(items) =>
          items.length > 0 ? (
            <FunnelRows items={items} more={funnels} onAction={setOpen} isArchive={isArchive} />
          ) : isArchive ? (
            <Notice title={t('funnels.archived.none')} />
          ) : (
            <>
              <Notice title={t('funnels.empty')} text={t(mayEdit ? 'funnels.empty.text' : 'funnels.empty.read-only')}>
                {mayEdit && <Button onClick={() => setOpen({ kind: 'new' })}>{t('funnels.create')}</Button>}
              </Notice>
              {mayEdit && <TemplateGallery onChoose={(template) => setOpen({ kind: 'new', template })} />}
            </>
          )
        }
      </Loaded>
      <Anchor component={Link} to="." search={(isArchive ? {} : { archived: true }) as never} size="sm">
        {t(isArchive ? 'funnels.archived.hide' : 'funnels.archived.show')}
      </Anchor>
      {open?.kind === 'new' && <NewFunnelDialog source={open.funnel} template={open.template} onClose={close} />}
      {open?.kind === 'rename' && <RenameFunnelDialog funnel={open.funnel} onClose={close} />}
      {open?.kind === 'state' && <FunnelStateDialog funnel={open.funnel} to={open.to} onClose={close} />}
    </Stack>
  );
}

/** The dialog that is open. */
type Open =
  | { kind: 'new'; funnel?: Funnel; template?: FunnelTemplate['key'] }
  | { kind: 'rename'; funnel: Funnel }
  | { kind: 'state'; funnel: Funnel; to: StateChange };

interface RowsProps {
  items: readonly Funnel[];
  more: Parameters<typeof Rows>[0]['more'] & object;
  isArchive: boolean;
  onAction: (open: Open) => void;
}

function FunnelRows({ items, more, isArchive, onAction }: RowsProps) {
  const { t, time } = useI18n();
  const { handle, can } = useCompany();
  const toObstacle = (permission: Permission) => (can(permission) ? undefined : t('funnels.not-allowed'));
  const toActions = (funnel: Funnel): RowAction[] => {
    const change = (to: StateChange): RowAction => ({
      label: t(ACTIONS[to]),
      onClick: () => onAction({ kind: 'state', funnel, to }),
      isDangerous: to === 'archive',
      obstacle: toObstacle('funnel.publish'),
    });
    if (isArchive) return [change('restore')];
    return [
      {
        label: t('funnels.copy'),
        onClick: () => onAction({ kind: 'new', funnel }),
        obstacle: toObstacle('funnel.edit'),
      },
      {
        label: t('funnels.rename'),
        onClick: () => onAction({ kind: 'rename', funnel }),
        obstacle: toObstacle('funnel.publish'),
      },
      change(funnel.paused ? 'continue' : 'pause'),
      change('archive'),
    ];
  };
  const actions = {
    title: t('list.actions'),
    cell: (funnel: Funnel) => <RowMenu name={funnel.name} actions={toActions(funnel)} />,
  };
  if (isArchive) {
    return (
      <Rows
        caption={t('funnels.archived')}
        items={items}
        toKey={({ id }) => id}
        more={more}
        columns={[
          { title: t('funnels.name'), cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
          {
            title: t('funnels.host'),
            cell: ({ host, subdomain }) => <span className="wrap-anywhere">{host ?? subdomain}</span>,
          },
          actions,
        ]}
      />
    );
  }
  const to = ({ subdomain }: Funnel, screen: '' | '/release' | '/releases' | '/rules') =>
    `/c/${handle}/funnels/${subdomain}${screen}`;
  return (
    <Rows
      caption={t('funnels.title')}
      items={items}
      toKey={({ id }) => id}
      more={more}
      columns={[
        {
          title: t('funnels.name'),
          isWide: true,
          cell: (funnel) => (
            // One element: on a phone, the cell puts its children next to each other.
            <div>
              <Anchor component={Link} to={to(funnel, '')} className="wrap-anywhere">
                {funnel.name}
              </Anchor>
              <Text c="dimmed" size="xs" className="wrap-anywhere">
                {funnel.host ?? funnel.subdomain}
              </Text>
              <Group gap="sm">
                <Anchor
                  component={Link}
                  size="sm"
                  to={to(funnel, '/rules')}
                  aria-label={t('funnels.rules.named', { funnel: funnel.name })}
                >
                  {t('funnels.rules')}
                </Anchor>
                <Anchor
                  component={Link}
                  size="sm"
                  to={to(funnel, '/releases')}
                  aria-label={t('funnels.versions.named', { funnel: funnel.name })}
                >
                  {t('funnels.versions')}
                </Anchor>
              </Group>
            </div>
          ),
        },
        { title: t('funnels.state'), cell: (funnel) => <FunnelState funnel={funnel} /> },
        {
          title: t('funnels.published'),
          cell: ({ published }) =>
            published
              ? t('funnels.published.version', { number: published.number, time: time(published.publishedAt) })
              : '–',
        },
        {
          title: t('funnels.starts'),
          cell: ({ subdomain }) => <FunnelFigure funnel={subdomain} figure="starts" />,
        },
        {
          title: t('funnels.completion'),
          cell: ({ subdomain }) => <FunnelFigure funnel={subdomain} figure="completionRate" />,
        },
        {
          title: t('funnels.edit'),
          cell: ({ edit }) => (edit ? t('funnels.edit.at', { time: time(edit.updatedAt) }) : t('funnels.draft.none')),
        },
        {
          title: t('funnels.draft'),
          cell: (funnel) =>
            funnel.draft ? (
              <Anchor
                component={Link}
                to={to(funnel, '/release')}
                aria-label={t('funnels.release.named', { number: funnel.draft.number, funnel: funnel.name })}
              >
                {t('funnels.release', { number: funnel.draft.number })}
              </Anchor>
            ) : (
              t('funnels.draft.none')
            ),
        },
        actions,
      ]}
    />
  );
}

const ACTIONS = {
  pause: 'funnels.pause',
  continue: 'funnels.continue',
  archive: 'funnels.archive',
  restore: 'funnels.restore',
} as const satisfies Record<StateChange, TextKey>;

function FunnelState({ funnel }: { funnel: Funnel }) {
  const { t } = useI18n();
  if (funnel.paused) {
    return (
      <Badge color="yellow" variant="dot">
        {t('funnels.state.paused')}
      </Badge>
    );
  }
  return (
    <Group gap="xs">
      <Badge color={funnel.published ? 'green' : 'gray'} variant="dot">
        {t(funnel.published ? 'funnels.state.published' : 'funnels.state.unpublished')}
      </Badge>
    </Group>
  );
}
