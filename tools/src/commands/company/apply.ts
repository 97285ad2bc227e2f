import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { defineCommand } from 'citty';
import { parse } from 'yaml';
import { checkFile } from '../check-file.js';
import { companyPath, connect, UsageError } from '../connection.js';

/** `svc apply company.yaml`: makes the company what the file says. */
export const apply = defineCommand({
  meta: { name: 'apply', description: 'Apply a company file (YAML or JSON); safe to repeat.' },
  args: {
    file: { type: 'positional', required: true, description: 'Company file.' },
    company: { type: 'string', valueHint: 'handle', description: 'Handle of the company, if the file has none.' },
  },
  async run({ args }) {
    checkFile(args.file);
    const content = readFileSync(args.file, 'utf8');
    const path = companyPath(args.company ?? readHandle(content, args.file));
    const type = extname(args.file) === '.json' ? 'application/json' : 'application/yaml';
    const {
      changed,
      funnels,
      warnings = [],
    } = (await connect().request('PUT', `${path}/blueprint`, { type, content })) as {
      changed: string[];
      funnels: Record<string, { id: string; published?: { number: number }; draft?: { number: number } }>;
      warnings: { path: string; message: string }[];
    };
    console.log(changed.length === 0 ? 'Nothing changed.' : `Changed:\n${changed.map((key) => `  ${key}`).join('\n')}`);
    for (const [subdomain, funnel] of Object.entries(funnels)) {
      const versions = [
        funnel.published && `published version ${funnel.published.number}`,
        funnel.draft && `draft ${funnel.draft.number}`,
      ].filter(Boolean);
      console.log(`Funnel ${subdomain}: ${funnel.id}${versions.length > 0 ? ` (${versions.join(', ')})` : ''}`);
    }
    if (warnings.length > 0) console.error('Warnings:');
    for (const { path: pointer, message } of warnings) console.error(`  ${pointer || '/'}: ${message}`);
  },
});

function readHandle(content: string, file: string): string | undefined {
  try {
    const { handle } = (parse(content) ?? {}) as { handle?: unknown };
    return typeof handle === 'string' ? handle : undefined;
  } catch (error) {
    throw new UsageError(`${file} must be YAML or JSON: ${(error as Error).message}`);
  }
}
