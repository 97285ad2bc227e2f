import { Button, Group, Stack, Text, Title } from '@mantine/core';
import type { FunnelPage, MatchingAnswers, ResultView } from '@svc/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useCompany } from '../../../app/company.js';
import { useI18n } from '../../../i18n/i18n.js';
import type { Content, Step } from '../../../shared/edit/model/steps.js';
import { useFunnel } from '../../../shared/funnel-data/queries.js';
import { ErrorNotice } from '../../../shared/notices/error-notice.js';
import { useQuieted } from '../../../shared/use-quieted.js';
import type { PreviewState } from '../model/preview-answers.js';
import { showSteps } from '../model/show-steps.js';
import { createFrameTalk } from './frame-talk.js';
import { readFrameMessage, toPreviewOrigin } from './preview-messages.js';
import { renderFunnel } from './preview-service.js';
import { type PreviewResult, usePreviewResult } from './use-preview-result.js';
import type { PreviewedAnswers } from './use-previewed-answers.js';

/** How long the service is not asked after a letter, and how long the frame may take to answer. */
const QUIET_MS = 500;
const ANSWER_MS = 3_000;

interface Props {
  subdomain: string;
  content: Content;
  chosen: Step | undefined;
  answers: PreviewedAnswers;
  language: string | undefined;
  /** The user has moved to another question in the preview. */
  onChoose: (id: number) => void;
  /** A key in the preview leads to another pane. */
  onLeave: (key: string, isBack: boolean) => void;
}

/** The questions as shoppers will see them: the real page, on a host of its own that can send nothing. docs/dashboard.md Y16. */
export function PreviewPane({ subdomain, content, chosen, answers, language, onChoose, onLeave }: Props) {
  const { t } = useI18n();
  const { handle } = useCompany();
  const funnel = useFunnel(handle, subdomain);
  const { steps } = content;
  const [isWide, setWide] = useState(false);
  const [isDark, setDark] = useState(false);
  const rendered = useQuieted(steps, QUIET_MS);
  const page = useQuery({
    queryKey: ['preview', handle, subdomain, rendered, language],
    queryFn: () => renderFunnel(handle, subdomain, rendered, language || undefined),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const shown = useMemo(() => {
    const now = page.data && showSteps(page.data, steps, language || undefined);
    return now && isDark ? { ...now, theme: { ...now.theme, colorScheme: 'dark' as const } } : now;
  }, [page.data, steps, language, isDark]);
  const events = { onChoose, onLeave, onState: answers.onState };
  const result = usePreviewResult(subdomain, content, answers.probed, language || undefined, answers.isAtEnd);
  const shownNow = { page: shown, stepId: chosen?.id ?? null, answers: answers.wanted, result: result.view };
  const { frame, address, isSilent, reload } = useFrame(shownNow, events);
  return (
    <Stack component="section" gap="sm" aria-label={t('preview.title')} className="builder-preview" data-pane="">
      <Group justify="space-between">
        <Title order={2} size="h4">
          {t('preview.title')}
        </Title>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => setDark(!isDark)} aria-pressed={isDark}>
            {t('preview.dark')}
          </Button>
          <Button size="xs" variant="default" onClick={() => setWide(!isWide)} aria-pressed={isWide}>
            {t('preview.wide')}
          </Button>
        </Group>
      </Group>
      {page.error && <ErrorNotice error={page.error} onRetry={() => void page.refetch()} />}
      {isSilent && (
        <Group gap="xs" role="alert">
          <Text size="sm">{t('preview.silent')}</Text>
          <Button size="xs" variant="default" onClick={reload}>
            {t('error.retry')}
          </Button>
        </Group>
      )}
      {chosen && answers.shown && !answers.shown.has(chosen.id) && (
        <Text size="sm" c="dimmed">
          {t('preview.hidden')}
        </Text>
      )}
      <ResultState result={result} />
      <iframe
        key={address}
        ref={frame}
        src={address}
        title={t('preview.frame', { funnel: funnel.data?.name ?? subdomain })}
        // The host is its own, so its scripts reach nothing of the dashboard. Without allow-forms, buttons of questions do nothing; the
        // policy of the host keeps forms from being sent.
        sandbox="allow-scripts allow-same-origin allow-forms"
        data-wide={isWide || undefined}
      />
    </Stack>
  );
}

/** At the end of the preview: how many products the answers lead to, of which the frame shows the first. */
function ResultState({ result: { view, count: matched, error, retry } }: { result: PreviewResult }) {
  const { count, t } = useI18n();
  if (error) return <ErrorNotice error={error} onRetry={retry} />;
  if (matched === undefined) return null;
  return (
    <Text size="sm" role="status">
      {view ? count('preview.result', matched) : t('preview.result.no-cards')}
    </Text>
  );
}

interface Shown {
  page: FunnelPage | undefined;
  stepId: number | null;
  answers: MatchingAnswers | undefined;
  result: ResultView | undefined;
}

/** Says what is shown to the frame, and what the frame says to the builder. */
function useFrame(
  { page, stepId, answers, result }: Shown,
  events: Pick<Props, 'onChoose' | 'onLeave'> & { onState: (state: PreviewState) => void },
) {
  const origin = toPreviewOrigin(location);
  const [key, setKey] = useState(newKey);
  const [isSilent, setSilent] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  const seq = useRef(0);
  const reloads = useRef(0);
  const latest = useRef({ key, ...events });
  latest.current = { key, ...events };
  const [talk] = useState(() =>
    createFrameTalk((message) => {
      seq.current += 1;
      const numbered = { svc: 1, v: 1, k: latest.current.key, seq: seq.current, ...message };
      frame.current?.contentWindow?.postMessage(numbered, origin);
      return seq.current;
    }),
  );
  const reload = useCallback(() => {
    talk.stop();
    setSilent(false);
    setKey(newKey());
  }, [talk]);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (talk.isReady) return;
      // Once by itself; after that the user decides.
      if (reloads.current++ === 0) reload();
      else setSilent(true);
    }, ANSWER_MS);
    const onMessage = ({ source, origin: sender, data }: MessageEvent) => {
      if (sender !== origin || source !== frame.current?.contentWindow) return;
      const message = readFrameMessage(data, key);
      if (message?.type === 'hello') {
        setSilent(false);
        talk.start();
      } else if (message?.type === 'leave') {
        latest.current.onLeave(message.key, message.isBack);
      } else if (message) {
        const report = talk.receive(message);
        if (report) latest.current.onState(report.state);
        if (report?.moved !== undefined) latest.current.onChoose(report.moved);
      }
    };
    addEventListener('message', onMessage);
    return () => {
      clearTimeout(timer);
      removeEventListener('message', onMessage);
    };
  }, [key, origin, talk, reload]);
  // In this order: a new question is in the page before it is chosen.
  useEffect(() => talk.setPage(page), [talk, page]);
  useEffect(() => talk.setChoice(stepId, answers), [talk, stepId, answers]);
  useEffect(() => {
    if (result) talk.setResult(result);
  }, [talk, result]);
  return { frame, address: `${origin}/?k=${key}`, isSilent, reload };
}

const newKey = (): string => crypto.randomUUID();
