import type { FunnelPage } from '@svc/domain';
import { readJson, type SafeStorage } from '../shared/safe-storage.js';
import { toRecord } from './quiz-answers.js';

const toStorageKey = ({ funnel }: Pick<FunnelPage, 'funnel'>): string => `svc:result:${funnel.id}`;
/** As analysis ids are written; anything else in the storage is not from this page. */
const ANALYSIS_ID = /^[A-Za-z0-9_-]{8,128}$/;

/** The result that this browser has of the funnel, so that a later visit opens it. Previews leave none. */
export function readFinished(storage: SafeStorage, page: FunnelPage): string | null {
  const { id } = toRecord(readJson(storage, toStorageKey(page)));
  return typeof id === 'string' && ANALYSIS_ID.test(id) && !page.isPreview ? id : null;
}

export function keepFinished(storage: SafeStorage, page: FunnelPage, id: string): void {
  if (!page.isPreview) storage.set(toStorageKey(page), JSON.stringify({ id }));
}

export const forgetFinished = (storage: SafeStorage, page: FunnelPage): void => storage.remove(toStorageKey(page));
