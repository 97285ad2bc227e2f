import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { colorTypeName, type Step } from '@svc/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.js';
import { api, load, type Schemas } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { ConfirmDialog } from '../../shared/dialogs/confirm-dialog.js';
import { Facts } from '../../shared/facts.js';
import { useVersionContent } from '../../shared/funnel-data/queries.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { Notice } from '../../shared/notices/notice.js';
import { Rows } from '../../shared/rows.js';
import { Matches } from './matches.js';
import { listAnswers } from './record-facts.js';
import { createRecordNames } from './record-names.js';

/** Everything that is stored of one analysis but contact data, of which only the fields are named. */
export function AnalysisRecord({ id, onErased }: { id: string; onErased: () => void }) {
  const { t } = useI18n();
  const { handle } = useCompany();
  const record = useQuery({
    queryKey: ['analysis', handle, id],
    queryFn: () =>
      load(
        api.GET('/api/admin/v1/companies/{handle}/analyses/{analysisId}', {
          params: { path: { handle, analysisId: id } },
        }),
      ),
  });
  if (record.error instanceof ApiError && record.error.status === 404) {
    return <Notice title={t('shoppers.unknown')} text={t('shoppers.unknown.text')} />;
  }
  return <Loaded query={record}>{(data) => <Found record={data} onErased={onErased} />}</Loaded>;
}

function Found({ record, onErased }: { record: Schemas['AnalysisRecord']; onErased: () => void }) {
  const { t, time, list, number, locale } = useI18n();
  const { handle, can } = useCompany();
  const [isErasing, setErasing] = useState(false);
  const { color, contact, funnel, funnelVersion } = record;
  // A draft that was changed since has no version any more.
  const answered = funnel.subdomain === null || funnelVersion.number === null ? null : funnelVersion.id;
  const version = useVersionContent(handle, funnel.subdomain ?? '', answered);
  const names = createRecordNames((version.data?.steps ?? []) as Step[], locale, t);
  const contacts = [
    ...(contact.firstName ? [t('shoppers.first-name')] : []),
    ...(contact.lastName ? [t('shoppers.last-name')] : []),
    ...(contact.email ? [t('sign-in.email')] : []),
  ];
  const mayErase = can('analysis.erase');
  return (
    <Paper withBorder p="md">
      <Stack gap="md">
        <Facts
          facts={[
            { label: t('shoppers.created'), value: time(record.createdAt) },
            { label: t('shoppers.funnel'), value: funnel.subdomain ?? funnel.id },
            { label: t('shoppers.version'), value: funnelVersion.number === null ? '–' : number(funnelVersion.number) },
            {
              label: t('shoppers.color-type'),
              value: color?.type
                ? t('shoppers.color-type.value', {
                    type: colorTypeName(color.type, locale),
                    percent: Math.round(color.confidence * 100),
                  })
                : t('shoppers.color-type.none'),
            },
            { label: t('shoppers.contact'), value: contacts.length > 0 ? list(contacts) : t('shoppers.contact.none') },
            { label: t('shoppers.selfie'), value: t(record.selfie.sent ? 'shoppers.selfie.sent' : 'answer.no') },
          ]}
        />
        {/* Above what is still loading: a button that moves under the pointer is missed. */}
        <Group>
          <Button color="red" variant="outline" disabled={!mayErase} onClick={() => setErasing(true)}>
            {t('shoppers.erase-one')}
          </Button>
          {!mayErase && <Text size="sm">{t('shoppers.erase.role')}</Text>}
        </Group>
        {record.isPreview && <Text>{t('shoppers.preview')}</Text>}
        <Rows
          caption={t('shoppers.answers')}
          items={version.isPending ? [] : listAnswers(record, names)}
          toKey={({ key }) => key}
          columns={[
            {
              title: t('shoppers.question'),
              cell: ({ question }) => <span className="wrap-anywhere">{question}</span>,
            },
            {
              title: t('shoppers.answer'),
              cell: ({ value, isFromSelfie }) => (
                <span className="wrap-anywhere">
                  {value}{' '}
                  {isFromSelfie && (
                    <Badge variant="light" component="span">
                      {t('shoppers.from-selfie')}
                    </Badge>
                  )}
                </span>
              ),
            },
          ]}
        />
        {funnel.subdomain && <Matches analysis={record.id} funnel={funnel.subdomain} />}
      </Stack>
      {isErasing && <EraseDialog id={record.id} onErased={onErased} onClose={() => setErasing(false)} />}
    </Paper>
  );
}

function EraseDialog({ id, onErased, onClose }: { id: string; onErased: () => void; onClose: () => void }) {
  const { t } = useI18n();
  const { handle } = useCompany();
  const queries = useQueryClient();
  const erase = useChange({
    run: () =>
      load(
        api.DELETE('/api/admin/v1/companies/{handle}/analyses/{analysisId}', {
          params: { path: { handle, analysisId: id } },
        }),
      ),
    changes: ['deliveries', handle],
    onDone: () => {
      queries.removeQueries({ queryKey: ['analysis', handle, id] });
      onErased();
    },
  });
  return (
    <ConfirmDialog
      title={t('shoppers.erase-one')}
      action={t('shoppers.erase.action')}
      change={{ ...erase, mutate: () => erase.mutate(undefined) }}
      onClose={onClose}
    >
      {t('shoppers.erase.confirm')}
    </ConfirmDialog>
  );
}
