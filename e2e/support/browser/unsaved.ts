/// <reference lib="dom" />
import { expect, type Page } from '@playwright/test';

/** The changes that the dashboard keeps in the browser until they are saved. It stores them a moment after it shows them. */
export const readUnsaved = (page: Page): Promise<unknown[]> =>
  page.evaluate(
    () =>
      new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open('svc-unsaved');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction('changes').objectStore('changes').getAll();
          reading.onerror = () => reject(reading.error);
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result);
          };
        };
      }),
  );

/** Waits until a change with this text is kept, so that the page may be left. */
export const waitForUnsaved = (page: Page, text: string): Promise<void> =>
  expect.poll(async () => JSON.stringify(await readUnsaved(page))).toContain(text);
