import type { FunnelPage } from '@svc/domain';
import type { SvcPage } from '../app.js';
import type { PagePreview } from './page-preview.js';
import { createInbox, type PreviewMessage, readMessage, toDashboardOrigin } from './preview-message.js';
import { openSampleCamera } from './sample-camera.js';

/** Until the dashboard answers. */
const HELLO_MS = 200;

const key = new URLSearchParams(location.search).get('k') ?? '';
const origin = toDashboardOrigin(location);
let preview: PagePreview | undefined;
/** Number of the last message that was carried out. */
let carriedOut = -1;
let isAnswered = false;

// The host may use no camera, and the page is that of funnel hosts: a drawn face takes its place.
if (navigator.mediaDevices) navigator.mediaDevices.getUserMedia = async () => openSampleCamera();

const send = (message: object): void => parent.postMessage({ svc: 1, v: 1, k: key, ...message }, origin);

async function carryOut(message: PreviewMessage): Promise<void> {
  carriedOut = message.seq;
  if (message.type === 'page') {
    preview ??= await startPreview(message.page);
    await preview.showPage(message.page);
  } else if (message.type === 'show') await preview?.show(message);
  else preview?.showResult(message.result);
  if (preview && message.type !== 'result') send({ type: 'ready', seq: message.seq, ...preview.state });
}

async function startPreview(page: FunnelPage): Promise<PagePreview> {
  // The page of funnel hosts reads what the server wrote; here the dashboard has sent it.
  const data = document.createElement('script');
  data.type = 'application/json';
  data.id = 'page';
  data.textContent = JSON.stringify(page);
  document.body.append(data);
  const script = document.querySelector<HTMLMetaElement>('meta[name=page-script]')?.content as string;
  await import(/* @vite-ignore */ script);
  const element = document.createElement('svc-page') as SvcPage;
  const started: PagePreview = await element.startPreview(() =>
    send({ type: 'shown', seq: carriedOut, ...started.state }),
  );
  document.body.append(element);
  return started;
}

const take = createInbox(carryOut);

addEventListener('message', ({ source, origin: sender, data }) => {
  if (source !== parent || sender !== origin) return;
  const message = readMessage(data, key);
  if (!message) return;
  isAnswered = true;
  take(message);
});

/** F6 and Ctrl . lead out of the frame again, since the dashboard does not get its keys. */
addEventListener('keydown', (event) => {
  const isLeaving = event.key === 'F6' || (event.key === '.' && (event.ctrlKey || event.metaKey));
  if (!isLeaving) return;
  event.preventDefault();
  send({ type: 'leave', key: event.key, isBack: event.shiftKey });
});

const timer = setInterval(() => {
  if (isAnswered) clearInterval(timer);
  else send({ type: 'hello' });
}, HELLO_MS);
send({ type: 'hello' });
