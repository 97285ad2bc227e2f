import { Alert, Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useCompany } from '../../app/company.js';
import { useScreenKeys } from '../../app/screen-keys.js';
import { useI18n } from '../../i18n/i18n.js';
import { useFunnel } from '../../shared/funnel-data/queries.js';
import { FunnelNavigation } from '../../shared/navigation/funnel-navigation.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { Warnings } from '../../shared/notices/warnings.js';
import { PageTitle } from '../../shared/page-title.js';
import { Branching } from './branching/branching.js';
import type { BuilderAddress } from './builder-address.js';
import { BUILDER_KEYS } from './builder-keys.js';
import { Consequences } from './consequences.js';
import type { EditSession } from './model/edit-session.js';
import { findProblems } from './model/find-problems.js';
import { copyMissing } from './model/languages.js';
import type { Content } from './model/steps.js';
import { PaneSeparator } from './panes/pane-separator.js';
import { PreviewPane } from './panes/preview-pane.js';
import { usePaneSizes } from './panes/use-pane-sizes.js';
import { usePanes } from './panes/use-panes.js';
import { usePreviewedAnswers } from './panes/use-previewed-answers.js';
import { ConflictDialog } from './session/conflict-dialog.js';
import { EditBar } from './session/edit-bar.js';
import { useEditSession, useEditState, useOtherEditors, useUndoKeys } from './session/use-edit-session.js';
import { LanguageBar } from './steps/language-bar.js';
import { StepEditor } from './steps/step-editor.js';
import { StepList } from './steps/step-list.js';
import { toStepName } from './steps/step-name.js';

/** The questions of a funnel, as they are being edited. docs/dashboard.md Y15. */
export function Builder() {
  const { t } = useI18n();
  const { handle } = useCompany();
  const { funnel: subdomain = '' } = useParams({ strict: false });
  const funnel = useFunnel(handle, subdomain);
  const session = useEditSession(handle, subdomain);
  useScreenKeys(BUILDER_KEYS);
  return (
    <Stack gap="md">
      <PageTitle title={t('builder.title', { funnel: funnel.data?.name ?? subdomain })} text={t('builder.text')} />
      <FunnelNavigation />
      <Loaded query={session}>{(found) => <Editing key={subdomain} session={found} subdomain={subdomain} />}</Loaded>
    </Stack>
  );
}

function Editing({ session, subdomain }: { session: EditSession; subdomain: string }) {
  const { t, list } = useI18n();
  const company = useCompany();
  const isReadOnly = !company.can('funnel.edit');
  const navigate = useNavigate();
  const { step: chosenId, language, view, path }: BuilderAddress = useSearch({ strict: false });
  const state = useEditState(session);
  const { steps } = state.content;
  const step = steps.find(({ id }) => id === chosenId) ?? steps[0];
  const [said, say] = useState('');
  const others = useOtherEditors(
    session,
    company.handle,
    subdomain,
    isReadOnly ? undefined : step ? `step ${step.id}` : '',
  );
  const go = (change: { [K in keyof BuilderAddress]?: BuilderAddress[K] | undefined }) =>
    void navigate({ to: '.', search: (before: BuilderAddress) => ({ ...before, ...change }), replace: true });
  const area = useRef<HTMLDivElement>(null);
  const goToPane = usePanes(area);
  const panes = usePaneSizes();
  const preview = usePreviewedAnswers(steps, step?.id, path, () => {
    go({ path: undefined });
    goToPane('.', false);
  });
  const change = (mark: string, make: (content: Content) => Content) => session.change(mark, make);
  useUndoKeys(session, isReadOnly);
  const problems = findProblems(state.problems, state.synced.content);
  return (
    <Stack gap="md">
      {isReadOnly && <Alert color="blue">{t('builder.read-only')}</Alert>}
      <EditBar session={session} state={state} subdomain={subdomain} isReadOnly={isReadOnly} problems={problems} />
      {others.length > 0 && (
        <Text size="sm" role="status">
          {t('builder.others', {
            names: list(
              others.map(({ name, part }) =>
                t('builder.other', { name: name ?? t('builder.other.token'), part: toPlace(part, steps) }),
              ),
            ),
          })}
        </Text>
      )}
      {state.isOrderTheirs && <Alert color="yellow">{t('builder.order-theirs')}</Alert>}
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
        onCopy={(tag) => change('', (content) => ({ ...content, steps: copyMissing(content.steps, tag) }))}
      />
      {view === 'branching' ? (
        <Branching steps={steps} language={language} onChoose={(id) => go({ step: id, view: undefined })} />
      ) : (
        <div className="builder" ref={area} style={panes.style}>
          <StepList
            steps={steps}
            chosen={step}
            isReadOnly={isReadOnly}
            problems={problems}
            onChoose={(id) => go({ step: id })}
            onChange={(mark, make) => change(mark, (content) => ({ ...content, steps: make(content.steps) }))}
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
                problems={problems.filter(({ stepId }) => stepId === step.id)}
                onChange={(mark, make) => change(mark, (content) => ({ ...content, steps: make(content.steps) }))}
                say={say}
              />
            ) : (
              <Text c="dimmed">{t('builder.empty')}</Text>
            )}
          </div>
          <PaneSeparator pane="preview" size={panes.sizes.preview} onSize={(rem) => panes.resize({ preview: rem })} />
          <PreviewPane
            subdomain={subdomain}
            steps={steps}
            chosen={step}
            answers={preview}
            language={language}
            onChoose={(id) => go({ step: id })}
            onLeave={goToPane}
          />
        </div>
      )}
      <Warnings warnings={state.warnings} />
      <Consequences state={state} subdomain={subdomain} />
      {state.conflicts.length > 0 && (
        <ConflictDialog
          conflicts={state.conflicts}
          steps={steps}
          onDecide={(theirs) => session.resolve((id) => (theirs.has(id) ? 'theirs' : 'mine'))}
        />
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </Stack>
  );

  function toPlace(part: string, all: Content['steps']): string {
    const found = all.find(({ id }) => part === `step ${id}`);
    return found ? toStepName(found, language) : t('builder.somewhere');
  }
}
