import { type Blueprint, MAX_BLUEPRINT_VALUES } from '@svc/domain';
import { type ErrorDetail, ServiceError } from '@svc/kit';
import { findDuplicateKeys } from '../parse/duplicate-keys.js';
import { exceededLimit } from '../parse/scan-json.js';
import { findUnsafeText } from '../parse/unsafe-text.js';
import { blueprint, toBlueprint } from './blueprint/blueprint.js';
import { issuesToDetails } from './issues-to-details.js';
import { readYaml } from './read-yaml.js';

/** Types under which a blueprint is taken and given. */
export const YAML_TYPES = ['application/yaml', 'application/x-yaml', 'text/yaml'] as const;
export const BLUEPRINT_TYPES = ['application/json', ...YAML_TYPES] as const;

/** A blueprint's own structure is some ten levels deep; conditions add as many again. */
const MAX_DEPTH = 64;
const MAX_DETAILS = 200;
const TOO_LARGE = {
  maxDepth: `The file must nest at most ${MAX_DEPTH} levels deep.`,
  maxValues: `The file must hold at most ${MAX_BLUEPRINT_VALUES.toLocaleString('en')} values.`,
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

const invalid = (details: ErrorDetail[]) =>
  new ServiceError('INVALID_BLUEPRINT', 'The blueprint was not applied; details list what to change.', { details });

const unreadable = (message: string) => invalid([{ path: '', message }]);

/**
 * Reads a company file, checks its structure and fills defaults in.
 * Fails with INVALID_BLUEPRINT: all problems at once, paths are JSON pointers. Management, "Apply".
 * @param type - one of BLUEPRINT_TYPES.
 */
export async function parseBlueprint(bytes: Buffer, type: string): Promise<Blueprint> {
  const document = type === 'application/json' ? fromJson(bytes) : await fromYaml(bytes);
  const unsafe = findUnsafeText(document, MAX_DETAILS);
  if (unsafe.length > 0) throw invalid(unsafe);
  const parsed = blueprint.safeParse(document);
  if (!parsed.success) throw invalid(issuesToDetails(parsed.error.issues).slice(0, MAX_DETAILS));
  return toBlueprint(parsed.data);
}

function textOf(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw unreadable('The file is not UTF-8.');
  }
}

function fromJson(bytes: Buffer): unknown {
  const exceeded = exceededLimit(bytes, { maxDepth: MAX_DEPTH, maxValues: MAX_BLUEPRINT_VALUES });
  if (exceeded) throw unreadable(TOO_LARGE[exceeded]);
  const text = textOf(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw unreadable(`The file is not JSON: ${(error as Error).message.slice(0, 200)}`);
  }
  // YAML refuses them too. JSON.parse would keep the last one and drop what stands under the others.
  const twice = findDuplicateKeys(text, MAX_DETAILS);
  if (twice.length > 0) throw invalid(twice.map((path) => ({ path, message: 'This key is given twice; keep one.' })));
  return value;
}

async function fromYaml(bytes: Buffer): Promise<unknown> {
  const result = await readYaml(textOf(bytes));
  if ('value' in result) return result.value;
  throw invalid(result.problems.slice(0, MAX_DETAILS).map((message) => ({ path: '', message })));
}
