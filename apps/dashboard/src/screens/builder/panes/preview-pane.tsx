import { Button, Group, Stack, Text, Title } from '@mantine/core';
import type { FunnelPage, MatchingAnswers } from '@svc/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useCompany } from '../../../app/company.js';
import { useI18n } from '../../../i18n/i18n.js';
import type { Step } from '../../../shared/edit/model/steps.js';
import { ErrorNotice } from '../../../shared/notices/error-notice.js';
import { useQuieted } from '../../../shared/use-quieted.js';
import type { PreviewState } from '../model/preview-answers.js';
import { showSteps } from '../model/show-steps.js';
import { readFrameMessage, toPreviewOrigin } from './preview-messages.js';
import { renderFunnel } from './preview-service.js';
import type { PreviewedAnswers } from './use-previewed-answers.js';

/** How long the service is not asked after a letter, and how long the frame may take to answer. */
const QUIET_MS = 500;
const ANSWER_MS = 3_000;

interface Props {
  subdomain: string;
  steps: Step[];
  chosen: Step | undefined;
  answers: PreviewedAnswers;
  language: string | undefined;
  /** The user has moved to another question in the preview. */
  onChoose: (id: number) => void;
  /** A key in the preview leads to another pane. */
  onLeave: (key: string, isBack: boolean) => void;
}

/** The questions as shoppers will see them: the real page, on a host of its own that can send nothing. docs/dashboard.md Y16. */
export function PreviewPane({ subdomain, steps, chosen, answers, language, onChoose, onLeave }: Props) {
  const { t } = useI18n();
  const { handle } = useCompany();
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
  const { frame, address, isSilent, reload } = useFrame(shown, chosen?.id ?? null, answers.wanted, events);
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
      <iframe
        key={address}
        ref={frame}
        src={address}
        title={t('preview.title')}
        // The host is its own, so its scripts reach nothing of the dashboard. Without allow-forms, buttons of questions do nothing; the
        // policy of the host keeps forms from being sent.
        sandbox="allow-scripts allow-same-origin allow-forms"
        data-wide={isWide || undefined}
      />
    </Stack>
  );
}

/** The frame, and what is said to it: the page, whenever it, the chosen question or the wanted answers change. */
function useFrame(
  page: FunnelPage | undefined,
  stepId: number | null,
  answers: MatchingAnswers | undefined,
  events: Pick<Props, 'onChoose' | 'onLeave'> & { onState: (state: PreviewState) => void },
) {
  const origin = toPreviewOrigin(location);
  const [key, setKey] = useState(newKey);
  const [isSilent, setSilent] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  const seq = useRef(0);
  const isReady = useRef(false);
  const reloads = useRef(0);
  // A question that the user chose in the frame is shown there already.
  const shownInFrame = useRef<number>(undefined);
  const sentPage = useRef<FunnelPage>(undefined);
  const sentAnswers = useRef<MatchingAnswers>(undefined);
  const latest = useRef({ page, stepId, answers, ...events });
  latest.current = { page, stepId, answers, ...events };
  const send = useCallback(() => {
    const { page: sent, stepId: wanted, answers: given } = latest.current;
    if (!isReady.current || sent === undefined) return;
    // Given once: from then on, the answers are those of the user there.
    const isGiven = given !== sentAnswers.current;
    const step = shownInFrame.current === wanted && !isGiven ? null : wanted;
    seq.current += 1;
    sentPage.current = sent;
    sentAnswers.current = given;
    const message = { page: sent, stepId: step, ...(isGiven ? { answers: given } : {}) };
    frame.current?.contentWindow?.postMessage(
      { svc: 1, v: 1, type: 'page', k: key, seq: seq.current, ...message },
      origin,
    );
  }, [key, origin]);
  const reload = useCallback(() => {
    isReady.current = false;
    shownInFrame.current = undefined;
    setSilent(false);
    setKey(newKey());
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (isReady.current) return;
      // Once by itself; after that the user decides.
      if (reloads.current++ === 0) reload();
      else setSilent(true);
    }, ANSWER_MS);
    const onMessage = ({ source, origin: sender, data }: MessageEvent) => {
      if (sender !== origin || source !== frame.current?.contentWindow) return;
      const message = readFrameMessage(data, key);
      if (message?.type === 'hello') {
        isReady.current = true;
        setSilent(false);
        send();
      } else if ((message?.type === 'shown' || message?.type === 'ready') && message.seq === seq.current) {
        latest.current.onState(message.state);
        const { stepId: moved } = message.state;
        if (message.type === 'ready' || moved === null) return;
        shownInFrame.current = moved;
        latest.current.onChoose(moved);
      } else if (message?.type === 'leave') {
        latest.current.onLeave(message.key, message.isBack);
      }
    };
    addEventListener('message', onMessage);
    return () => {
      clearTimeout(timer);
      removeEventListener('message', onMessage);
    };
  }, [key, origin, send, reload]);
  useEffect(() => {
    if (shownInFrame.current === stepId && sentPage.current === page && sentAnswers.current === answers) return;
    if (shownInFrame.current !== stepId) shownInFrame.current = undefined;
    send();
  }, [page, stepId, answers, send]);
  return { frame, address: `${origin}/?k=${key}`, isSilent, reload };
}

const newKey = (): string => crypto.randomUUID();
