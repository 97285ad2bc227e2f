import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createNodes } from '../nx-scripts.mjs';

const workspaceRoot = fileURLToPath(new URL('../..', import.meta.url));
const [pattern, create] = createNodes;
const files = globSync(pattern, { cwd: workspaceRoot }).sort();

// docs/adr/0124-nx-starts-commands-itself.md
describe('scripts as targets of Nx', () => {
  it('are commands in the folder of their project', () => {
    const [[, { projects }] = ['', { projects: {} }]] = create(['libs/kit/package.json'], undefined, { workspaceRoot });
    expect(projects['libs/kit']?.targets.test).toEqual({
      executor: 'nx:run-commands',
      options: { command: 'vitest run', cwd: 'libs/kit' },
    });
  });

  it.each(files)('%s leaves its scripts to this plugin: Nx alone would start two processes more for each', (file) => {
    const { nx } = JSON.parse(readFileSync(`${workspaceRoot}/${file}`, 'utf8')) as { nx?: object };
    expect(nx).toMatchObject({ includedScripts: [] });
  });
});
