// Writes single changed files as the compiler would, without checking types: milliseconds, where a compilation of everything that
// uses libs/domain takes 10 s (ADR 58).
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { transform } from 'esbuild';

/**
 * Transpiles a source file of a project to its `dist`. The project then counts as not compiled, so that the next compilation writes
 * all of its files again, and no bundle of it is used.
 * @param {string} project - its folder
 * @param {string} file - in its `src`, for example `answers/answer-fields.ts`
 * @throws Error with the places of syntax errors.
 */
export async function transpile(project, file) {
  const source = join(project, 'src', file);
  const output = join(project, 'dist', file.replace(/[.]ts$/, '.js'));
  if (!/(?<![.]test|[.]d)[.]ts$/.test(file) || !existsSync(source)) return;
  const { compilerOptions } = JSON.parse(await readFile(join(project, 'tsconfig.json'), 'utf8'));
  if (!compilerOptions.outDir) return; // Only browsers load it, from a build of its own.
  const { code, map } = await transform(await readFile(source, 'utf8'), {
    loader: 'ts',
    target: 'es2023',
    sourcemap: 'external',
    sourcefile: relative(dirname(output), source),
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  });
  await rm(join(project, compilerOptions.tsBuildInfoFile), { force: true });
  await mkdir(dirname(output), { recursive: true });
  await writeFile(`${output}.map`, map);
  await writeFile(output, `${code}//# sourceMappingURL=${basename(output)}.map\n`);
}
