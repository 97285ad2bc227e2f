import { Button, Group, Stack, Tabs, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useCompany } from '../../app/company.js';
import { useScreenKeys } from '../../app/screen-keys.js';
import { useI18n } from '../../i18n/i18n.js';
import { type Edit, EditFrame, WithEdit } from '../../shared/edit/edit-frame.js';
import { useFunnel } from '../../shared/funnel-data/queries.js';
import { FunnelNavigation } from '../../shared/navigation/funnel-navigation.js';
import { PageTitle } from '../../shared/page-title.js';
import { BeginWithTemplate } from './begin-with-template.js';
import { Branching } from './branching/branching.js';
import type { BuilderAddress } from './builder-address.js';
import { BUILDER_KEYS } from './builder-keys.js';
import { Consequences } from './consequences.js';
import { copyMissing } from './model/languages.js';
import { PaneSeparator } from './panes/pane-separator.js';
import { PreviewPane } from './panes/preview-pane.js';
import { usePaneSizes } from './panes/use-pane-sizes.js';
import { usePanes } from './panes/use-panes.js';
import { usePreviewedAnswers } from './panes/use-previewed-answers.js';
import { LanguageBar } from './steps/language-bar.js';
import { StepEditor } from './steps/step-editor.js';
import { type ChangeSteps, StepList } from './steps/step-list.js';
import './builder.css';
import '@mantine/core/styles/Tabs.layer.css';

/** Below this, the preview is a tab; the same as in styles.css. */
const NARROW = '(max-width: 68.7475em)';
const PREVIEW_PANEL = 'builder-panel-preview';

/** The questions of a funnel, as they are being edited. docs/dashboard.md Y15. */
export function Builder() {
  const { t } = useI18n();
  const { handle } = useCompany();
  const { funnel: subdomain = '' } = useParams({ strict: false });
  const funnel = useFunnel(handle, subdomain);
  useScreenKeys(BUILDER_KEYS);
  return (
    <Stack gap="md">
      <PageTitle title={t('builder.title', { funnel: funnel.data?.name ?? subdomain })} text={t('builder.text')} />
      <FunnelNavigation />
      <WithEdit subdomain={subdomain}>{(edit) => <Editing edit={edit} />}</WithEdit>
    </Stack>
  );
}

function Editing({ edit }: { edit: Edit }) {
  const { t } = useI18n();
  const { session, state, subdomain, isReadOnly, problems } = edit;
  const navigate = useNavigate();
  const { step: chosenId, language, view, pane, path }: BuilderAddress = useSearch({ strict: false });
  const { steps } = state.content;
  /** Set until the address has it, so that the next key is about this question already. */
  const [choice, setChoice] = useState<number>();
  const step = steps.find(({ id }) => id === (choice ?? chosenId)) ?? steps[0];
  const [said, say] = useState('');
  const go = (change: { [K in keyof BuilderAddress]?: BuilderAddress[K] | undefined }) => {
    const moved = navigate({ to: '.', search: (before: BuilderAddress) => ({ ...before, ...change }), replace: true });
    if (change.step === undefined) return;
    setChoice(change.step);
    void moved.finally(() => setChoice((now) => (now === change.step ? undefined : now)));
  };
  const area = useRef<HTMLDivElement>(null);
  const goToPane = usePanes(area, (part) => go({ pane: part === PREVIEW_PANEL ? 'preview' : undefined }));
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const toPart = (tab: 'questions' | 'preview') =>
    isNarrow
      ? {
          ...{ role: 'tabpanel', id: `builder-panel-${tab}`, 'aria-labelledby': `builder-tab-${tab}` },
          hidden: (pane ?? 'questions') !== tab,
        }
      : {};
  const panes = usePaneSizes();
  const preview = usePreviewedAnswers(subdomain, steps, step?.id, path, () => {
    go({ path: undefined });
    goToPane('.', false);
  });
  // The editor of a question has hundreds of elements: it is rendered again only if something that it shows has changed.
  const changeSteps: ChangeSteps = useCallback(
    (mark, make) => session.change(mark, (content) => ({ ...content, steps: make(content.steps) })),
    [session],
  );
  const ownProblems = useMemo(() => problems.filter(({ stepId }) => stepId === step?.id), [problems, step?.id]);
  return (
    <EditFrame edit={edit} place={step ? `step ${step.id}` : ''}>
      <Group gap="xs" role="group" aria-label={t('branching.view')}>
        {([undefined, 'branching'] as const).map((each) => (
          <Button
            key={each ?? 'questions'}
            size="xs"
            variant={each === view ? 'light' : 'default'}
            aria-pressed={each === view}
            onClick={() => go({ view: each })}
          >
            {t(each ? 'branching.title' : 'branching.questions')}
          </Button>
        ))}
      </Group>
      <LanguageBar
        steps={steps}
        language={language}
        isReadOnly={isReadOnly}
        onLanguage={(tag) => go({ language: tag })}
        onCopy={(tag) => changeSteps('', (all) => copyMissing(all, tag))}
      />
      {view === 'branching' ? (
        <Branching steps={steps} language={language} onChoose={(id) => go({ step: id, view: undefined })} />
      ) : (
        <div className="builder" ref={area} style={panes.style}>
          {isNarrow && (
            <Tabs
              id="builder"
              value={pane ?? 'questions'}
              onChange={(tab) => go({ pane: tab === 'preview' ? tab : undefined })}
            >
              <Tabs.List aria-label={t('builder.tabs')}>
                <Tabs.Tab value="questions">{t('branching.questions')}</Tabs.Tab>
                <Tabs.Tab value="preview">{t('preview.title')}</Tabs.Tab>
              </Tabs.List>
            </Tabs>
          )}
          <div className="builder-part builder-questions" {...toPart('questions')}>
            <StepList
              steps={steps}
              chosen={step}
              isReadOnly={isReadOnly}
              problems={problems}
              onChoose={(id) => go({ step: id })}
              onChange={changeSteps}
              say={say}
            />
            <PaneSeparator pane="steps" size={panes.sizes.steps} onSize={(rem) => panes.resize({ steps: rem })} />
            <div data-pane="">
              {step ? (
                <StepEditor
                  key={step.id}
                  funnel={subdomain}
                  step={step}
                  content={state.content}
                  preview={preview}
                  version={state.version.steps.find(({ id }) => id === step.id)}
                  language={language || undefined}
                  isReadOnly={isReadOnly}
                  problems={ownProblems}
                  onChange={changeSteps}
                  say={say}
                />
              ) : (
                <BeginWithTemplate isReadOnly={isReadOnly} onSteps={(taken) => changeSteps('', () => taken)} />
              )}
            </div>
          </div>
          <PaneSeparator pane="preview" size={panes.sizes.preview} onSize={(rem) => panes.resize({ preview: rem })} />
          <div className="builder-part" {...toPart('preview')}>
            <PreviewPane
              subdomain={subdomain}
              content={state.content}
              chosen={step}
              answers={preview}
              language={language}
              onChoose={(id) => go({ step: id })}
              onLeave={goToPane}
            />
          </div>
        </div>
      )}
      <Consequences state={state} subdomain={subdomain} />
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </EditFrame>
  );
}
