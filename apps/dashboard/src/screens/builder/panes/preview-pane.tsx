import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useCompany } from '../../../app/company.js';
import { useI18n } from '../../../i18n/i18n.js';
import { ErrorNotice } from '../../../shared/notices/error-notice.js';
import type { Step } from '../model/steps.js';
import { renderFunnel } from '../session/edit-service.js';
import { useQuieted } from '../session/use-quieted.js';
import { readFrameMessage, toPreviewOrigin } from './preview-messages.js';

/** How long the page waits for the next letter, and for the frame to answer. */
const QUIET_MS = 100;
const ANSWER_MS = 3_000;

interface Props {
  subdomain: string;
  steps: Step[];
  chosen: Step | undefined;
  language: string | undefined;
  /** The user has moved to another question in the preview. */
  onChoose: (id: number) => void;
  /** A key in the preview leads to another pane. */
  onLeave: (key: string, isBack: boolean) => void;
}

/** The questions as shoppers will see them: the real page, on a host of its own that can send nothing. docs/dashboard.md Y16. */
export function PreviewPane({ subdomain, steps, chosen, language, onChoose, onLeave }: Props) {
  const { t } = useI18n();
  const { handle } = useCompany();
  const [isWide, setWide] = useState(false);
  const shown = useQuieted(steps, QUIET_MS);
  const page = useQuery({
    queryKey: ['preview', handle, subdomain, shown, language],
    queryFn: () => renderFunnel(handle, subdomain, shown, language || undefined),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const { frame, address, isSilent, reload } = useFrame(page.data, chosen?.id ?? null, { onChoose, onLeave });
  return (
    <Stack component="section" gap="sm" aria-label={t('preview.title')} className="builder-preview" data-pane="">
      <Group justify="space-between">
        <Title order={2} size="h4">
          {t('preview.title')}
        </Title>
        <Button size="xs" variant="default" onClick={() => setWide(!isWide)} aria-pressed={isWide}>
          {t('preview.wide')}
        </Button>
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
      {chosen?.showWhen != null && (
        <Text size="sm" c="dimmed">
          {t('preview.condition')}
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

/** The frame, and what is said to it: the page, whenever it or the chosen question changes. */
function useFrame(page: unknown, stepId: number | null, events: Pick<Props, 'onChoose' | 'onLeave'>) {
  const origin = toPreviewOrigin(location);
  const [key, setKey] = useState(newKey);
  const [isSilent, setSilent] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  const seq = useRef(0);
  const isReady = useRef(false);
  const reloads = useRef(0);
  // A question that the user chose in the frame is shown there already.
  const shownInFrame = useRef<number>(undefined);
  const sentPage = useRef<unknown>(undefined);
  const latest = useRef({ page, stepId, ...events });
  latest.current = { page, stepId, ...events };
  const send = useCallback(() => {
    const { page: sent, stepId: wanted } = latest.current;
    if (!isReady.current || sent === undefined) return;
    const step = shownInFrame.current === wanted ? null : wanted;
    seq.current += 1;
    sentPage.current = sent;
    frame.current?.contentWindow?.postMessage(
      { svc: 1, v: 1, type: 'page', k: key, seq: seq.current, page: sent, stepId: step },
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
      } else if (message?.type === 'shown' && message.seq === seq.current) {
        shownInFrame.current = message.stepId;
        latest.current.onChoose(message.stepId);
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
    if (shownInFrame.current === stepId && sentPage.current === page) return;
    if (shownInFrame.current !== stepId) shownInFrame.current = undefined;
    send();
  }, [page, stepId, send]);
  return { frame, address: `${origin}/?k=${key}`, isSilent, reload };
}

const newKey = (): string => crypto.randomUUID();
