import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const project = fileURLToPath(new URL('..', import.meta.url));
const read = (name: string) => JSON.parse(readFileSync(new URL(`../dist/${name}`, import.meta.url), 'utf8'));
const TAGS = ['svc-analysis', 'svc-analysis-popup', 'svc-widget', 'svc-chat', 'svc-floating-action-button'];

interface WebTypes {
  version: string;
  contributions: { html: { elements: { name: string; attributes: { name: string; value: object }[] }[] } };
}
interface HtmlData {
  tags: { name: string; attributes: { name: string; valueSet?: string }[] }[];
}

describe('what frameworks and editors know of the elements (docs/components-guide.md "Frameworks")', () => {
  it('React and Vue accept the properties and attributes of the elements, and refuse others', () => {
    // A line that is refused has `@ts-expect-error`, so the compiler reports it when it is accepted.
    const compiler = fileURLToPath(new URL('../../../node_modules/ts7/bin/tsc', import.meta.url));
    const { stdout, stderr, status } = spawnSync(process.execPath, [compiler, '-p', 'samples/tsconfig.json'], {
      cwd: project,
      encoding: 'utf8',
    });
    expect({ status, output: stdout + stderr }).toEqual({ status: 0, output: '' });
  });

  it('JetBrains editors know each element, with types and defaults of its attributes', () => {
    const { version, contributions } = read('web-types.json') as WebTypes;
    expect(version).toBe(read('../package.json').version);
    expect(contributions.html.elements.map(({ name }) => name)).toEqual(TAGS);
    expect(contributions.html.elements[0]?.attributes).toContainEqual({
      name: 'scroll-offset',
      description: expect.stringContaining('top of the page'),
      value: { type: 'number', default: '100' },
    });
  });

  it('Visual Studio Code knows each element, and which attributes need no value', () => {
    const { tags } = read('html-custom-data.json') as HtmlData;
    expect(tags.map(({ name }) => name)).toEqual(TAGS);
    const [analysis] = tags;
    expect(analysis?.attributes.find(({ name }) => name === 'force-start')?.valueSet).toBe('v');
    expect(analysis?.attributes.find(({ name }) => name === 'funnel')?.valueSet).toBeUndefined();
  });
});
