import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { analysisNotFound, companyNotFound, funnelNotFound } from '@svc/kit';
import { expect, it } from 'vitest';
import { listFiles } from './citations/list-files.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const SOURCE = /^(?:apps|libs)\/.+\.ts$/;
const TEST = /\.test\.ts$|\/testing\//;

it.each([
  ['analysis', analysisNotFound()],
  ['company', companyNotFound()],
  ['funnel', funnelNotFound()],
])('the message of an unknown %s has one source, so that every reason for it reads the same', (name, { message }) => {
  const found = listFiles(root).filter(
    (file) => SOURCE.test(file) && !TEST.test(file) && readFileSync(`${root}${file}`, 'utf8').includes(message),
  );
  expect(found).toEqual([`libs/kit/src/errors/${name}-not-found.ts`]);
});
