import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../proto');
const files = globSync('svc/**/*.proto', { cwd: ROOT }).map((path) => ({
  name: basename(path, '.proto'),
  text: readFileSync(join(ROOT, path), 'utf8'),
}));

/** Every bytes field but hashes, by file. docs/adr/0043-typed-messages.md lists what may be one. */
const BYTES = {
  analysis_service: ['body_json', 'body'],
  catalog_admin_service: ['chunk', 'section_json', 'section_json', 'section_json'],
  catalog_service: ['chunk'],
  drafted_funnel: ['steps_json', 'settings_json'],
  experiment: ['settings_json'],
  funnel: ['matching_test_json'],
  funnel_admin_service: [
    ...['blueprint_json', 'body', 'operations_json', 'blueprint_json', 'settings_json', 'part_json', 'steps_json'],
  ],
  funnel_edit: ['parts_json'],
  funnel_edit_service: ['parts_json', 'steps_json', 'page_json'],
  funnel_page_service: ['page_json'],
  funnel_service: ['body', 'version_json'],
  funnel_test_service: ['test_json'],
  matching_input: ['answers_json', 'color_json'],
  matcher_admin_service: [
    'patch_json',
    'patch_json',
    'config_json',
    'matrix_json',
    'usage_json',
    'steps_json',
    'settings_json',
  ],
  matcher_service: ['body', 'tagging_json'],
  picture_conversion_service: ['picture', 'picture'],
  picture_service: ['picture', 'picture'],
  presentation_service: ['match_json'],
  preview_service: ['answers_json', 'color_json', 'answers_json', 'color_json', 'match_json'],
  release_admin_service: ['parts_json', 'parts_json', 'body', 'body', 'blueprint_json'],
  release_service: ['draft_json', 'config_json'],
  shopify_service: ['body'],
  submission: ['data', 'digest'],
  submission_service: ['body_json', 'body'],
};

describe('the messages between services', () => {
  it('documents are messages; only those of ADR 43 are bytes', () => {
    const found = files.map(({ name, text }): [string, string[]] => [
      name,
      [...text.matchAll(/\bbytes (\w+) =/g)]
        .map(([, field = '']) => field)
        .filter((field) => !/(^|_)hash(es)?$/.test(field)),
    ]);
    expect(Object.fromEntries(found.filter(([, fields]) => fields.length > 0))).toEqual(BYTES);
  });

  it('shared messages and enums have files of their own', () => {
    const shared = files
      .filter(({ name }) => name.endsWith('_service'))
      .flatMap(({ text }) => [...text.matchAll(/^(?:message|enum) (\w+)/gm)].map(([, name = '']) => name))
      .filter((name) => !/(Request|Response)$/.test(name));
    expect(shared.sort()).toEqual([]);
  });
});
