import type { Blueprint } from '@svc/domain';
import { type ErrorDetail, ServiceError } from '@svc/kit';
import { parseDocument } from 'yaml';
import { isDeeperThan } from '../parse/json-depth.js';
import { findUnsafeText } from '../parse/unsafe-text.js';
import { blueprint, toBlueprint } from './blueprint/blueprint.js';
import { issuesToDetails } from './issues-to-details.js';

/** Types under which a blueprint is taken and given. */
export const YAML_TYPES = ['application/yaml', 'application/x-yaml', 'text/yaml'] as const;
export const BLUEPRINT_TYPES = ['application/json', ...YAML_TYPES] as const;

/** A blueprint's own structure is some ten levels deep; conditions add as many again. */
const MAX_DEPTH = 64;
/** Uses of YAML anchors. Few files need any; nested ones multiply ("billion laughs"). */
const MAX_ALIASES = 100;
const MAX_DETAILS = 200;

const utf8 = new TextDecoder('utf-8', { fatal: true });

const invalid = (details: ErrorDetail[], cause?: unknown) =>
  new ServiceError('INVALID_BLUEPRINT', 'The blueprint was not applied; details list what to change.', {
    details,
    ...(cause === undefined ? {} : { cause }),
  });

const unreadable = (message: string) => invalid([{ path: '', message }]);

/**
 * Reads a company file, checks its structure and fills defaults in.
 * Fails with INVALID_BLUEPRINT: all problems at once, paths are JSON pointers. Management, "Apply".
 * @param type - one of BLUEPRINT_TYPES.
 */
export function parseBlueprint(bytes: Buffer, type: string): Blueprint {
  const document = type === 'application/json' ? fromJson(bytes) : fromYaml(bytes);
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
  if (isDeeperThan(bytes, MAX_DEPTH)) throw unreadable(`The file nests deeper than ${MAX_DEPTH} levels.`);
  try {
    return JSON.parse(textOf(bytes));
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw unreadable(`The file is not JSON: ${(error as Error).message.slice(0, 200)}`);
  }
}

function fromYaml(bytes: Buffer): unknown {
  const text = textOf(bytes);
  try {
    const document = parseDocument(text, { uniqueKeys: true, prettyErrors: true, logLevel: 'error' });
    if (document.errors.length > 0) {
      const messages = document.errors.slice(0, MAX_DETAILS).map((error) => error.message.split('\n', 1)[0] as string);
      throw invalid(messages.map((message) => ({ path: '', message: message.replace(/:$/, '.') })));
    }
    return document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    // Too many aliases, or nesting that exhausts the parser's stack.
    throw unreadable(`The file cannot be read as YAML: ${(error as Error).message.slice(0, 200)}`);
  }
}
