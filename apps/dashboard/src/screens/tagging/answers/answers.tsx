import { NativeSelect, Stack } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Schemas } from '../../../api/client.js';
import { useCompany, useMe } from '../../../app/company.js';
import { useI18n } from '../../../i18n/i18n.js';
import { SearchField } from '../../../shared/fields/search-field.js';
import { useFunnels } from '../../../shared/funnel-data/queries.js';
import { Loaded } from '../../../shared/notices/loaded.js';
import { Notice } from '../../../shared/notices/notice.js';
import { PageTitle } from '../../../shared/page-title.js';
import { toLocalText } from '../../../shared/to-local-text.js';
import { ProductNavigation } from '../../products/product-navigation.js';
import { useMatrix, useQuestions } from '../queries.js';
import type { AnswersAddress } from './answers-address.js';
import { AnswersEditor } from './answers-editor.js';
import '../tagging.css';
import { openUnsavedOperations } from '../../../shared/unsaved/unsaved-operations.js';

type Funnel = Schemas['FunnelSummary'];

/** What each answer does to each product, by its tags. docs/dashboard.md Y70. */
export function Answers() {
  const { t } = useI18n();
  const { handle } = useCompany();
  const funnels = useFunnels(handle);
  const address: AnswersAddress = useSearch({ strict: false });
  return (
    <Stack gap="md">
      <PageTitle title={t('answers.title')} text={t('answers.text')} />
      <ProductNavigation />
      <Loaded query={funnels}>
        {(items) => {
          const funnel = items.find(({ subdomain }) => subdomain === address.funnel) ?? items[0];
          if (!funnel) return <Notice title={t('answers.no-funnel')} text={t('answers.no-funnel.text')} />;
          return <AnswersOfFunnel key={funnel.subdomain} funnel={funnel} funnels={items} address={address} />;
        }}
      </Loaded>
    </Stack>
  );
}

function AnswersOfFunnel(props: { funnel: Funnel; funnels: readonly Funnel[]; address: AnswersAddress }) {
  const { funnel, address } = props;
  const { t, locale } = useI18n();
  const { handle } = useCompany();
  const { user } = useMe();
  const navigate = useNavigate();
  const unsaved = useMemo(() => openUnsavedOperations(user.id, handle), [user.id, handle]);
  const matrix = useMatrix(handle, unsaved);
  const questions = useQuestions(handle, funnel);
  const language = locale.split('-')[0] as string;
  const show = (change: AnswersAddress) =>
    void navigate({
      to: `/c/${handle}/products/answers`,
      search: { ...address, ...change } as never,
      replace: true,
      resetScroll: false,
    });
  return (
    <Loaded query={questions}>
      {(steps) => {
        const step = steps.find(({ id }) => id === address.step) ?? steps[0];
        return (
          <>
            <div className="answers-choice">
              <NativeSelect
                label={t('answers.funnel')}
                value={funnel.subdomain}
                onChange={({ currentTarget }) => show({ funnel: currentTarget.value, step: undefined })}
                data={props.funnels.map(({ subdomain, name }) => ({ value: subdomain, label: name }))}
              />
              {step && (
                <NativeSelect
                  label={t('answers.question')}
                  value={String(step.id)}
                  onChange={({ currentTarget }) => show({ step: Number(currentTarget.value) })}
                  data={steps.map(({ id, title, key }) => ({
                    value: String(id),
                    label: toLocalText(title, language) || key || String(id),
                  }))}
                />
              )}
              <SearchField
                label={t('tagging.search')}
                value={address.query ?? ''}
                onSearch={(query) => show({ query: query || undefined })}
              />
            </div>
            {!step ? (
              <Notice title={t('answers.no-question')} text={t('answers.no-question.text')} />
            ) : (
              <Loaded query={matrix}>
                {(loaded) =>
                  loaded.matrix.variants.id.length === 0 ? (
                    <Notice title={t('tagging.empty')} text={t('tagging.empty.text')} />
                  ) : (
                    <AnswersEditor
                      key={`${matrix.dataUpdatedAt} ${step.id}`}
                      company={handle}
                      loaded={loaded}
                      unsaved={unsaved}
                      step={step}
                      query={address.query ?? ''}
                      onClear={() => show({ query: undefined })}
                    />
                  )
                }
              </Loaded>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
