import { type Blueprint, MAX_BLUEPRINT_VALUES } from '@svc/domain';
import { type ErrorDetail, ServiceError } from '@svc/kit';
import { findDuplicateKeys } from '../../../parse/duplicate-keys.js';
import { findExceededLimit } from '../../../parse/scan-json.js';
import { findUnsafeText } from '../../../parse/unsafe-text.js';
import { issuesToDetails, MAX_REPORTED } from '../../../route/issues-to-details.js';
import { blueprint, toBlueprint } from '../blueprint/blueprint.js';

/** Types under which a blueprint is taken and given. */
export const YAML_TYPES = ['application/yaml', 'application/x-yaml', 'text/yaml'] as const;
export const BLUEPRINT_TYPES = ['application/json', ...YAML_TYPES] as const;

/** A blueprint's own structure is some ten levels deep; conditions add as many again. */
const MAX_DEPTH = 64;
const LIMITS = { maxDepth: MAX_DEPTH, maxValues: MAX_BLUEPRINT_VALUES };
/** A function, since the first formatted number loads the data of languages: 2 % of the start. */
const describeLimit = (exceeded: keyof typeof LIMITS) =>
  exceeded === 'maxDepth'
    ? `The file must nest at most ${MAX_DEPTH} levels deep.`
    : `The file must hold at most ${MAX_BLUEPRINT_VALUES.toLocaleString('en')} values.`;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Why a blueprint is not applied: paths are JSON pointers into it. */
export const invalidBlueprint = (details: ErrorDetail[]) =>
  new ServiceError('INVALID_BLUEPRINT', 'The blueprint was not applied; details list what to change.', { details });

const unreadable = (message: string) => invalidBlueprint([{ path: '', message }]);

/**
 * Reads a company file, checks its structure and fills defaults in.
 * Fails with INVALID_BLUEPRINT: all problems in one error, paths are JSON pointers. docs/management.md "Applying".
 * @param type - one of BLUEPRINT_TYPES.
 */
export async function parseBlueprint(bytes: Buffer, type: string): Promise<Blueprint> {
  const document = type === 'application/json' ? fromJson(bytes) : await fromYaml(bytes);
  const unsafe = findUnsafeText(document, MAX_REPORTED);
  if (unsafe.length > 0) throw invalidBlueprint(unsafe);
  const parsed = blueprint.safeParse(document);
  if (!parsed.success) throw invalidBlueprint(issuesToDetails(parsed.error.issues));
  return toBlueprint(parsed.data);
}

function decodeText(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw unreadable('The file is not UTF-8.');
  }
}

function fromJson(bytes: Buffer): unknown {
  const exceeded = findExceededLimit(bytes, LIMITS);
  if (exceeded) throw unreadable(describeLimit(exceeded));
  const text = decodeText(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw unreadable(`The file is not JSON: ${(error as Error).message.slice(0, 200)}`);
  }
  // YAML refuses them too. JSON.parse would keep the last one and drop what stands under the others.
  const twice = findDuplicateKeys(text, MAX_REPORTED);
  if (twice.length > 0)
    throw invalidBlueprint(twice.map((path) => ({ path, message: 'This key is given twice; keep one.' })));
  return value;
}

async function fromYaml(bytes: Buffer): Promise<unknown> {
  const text = decodeText(bytes);
  // Loaded when it is first needed.
  const { yamlToValue } = await import('./yaml-to-value.js');
  const result = yamlToValue(text);
  if ('value' in result) return result.value;
  throw invalidBlueprint(result.problems.slice(0, MAX_REPORTED).map((message) => ({ path: '', message })));
}
