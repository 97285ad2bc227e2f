import { MAX_BLUEPRINT_VALUES } from '@svc/domain';
import { parseDocument } from 'yaml';
import { isWithin, type JsonLimits } from '../../../parse/scan-json.js';

/** A parsed YAML text, or why it cannot be read: sentences for people. */
export type YamlResult = { value: unknown } | { problems: string[] };

/** Uses of YAML anchors. Few files need any; nested ones multiply ("billion laughs"). */
const MAX_ALIASES = 100;
const LIMITS: JsonLimits = { maxDepth: 64, maxValues: MAX_BLUEPRINT_VALUES };

/** Reads one YAML 1.2 document; keys given twice are faults. Never throws. Cost: a second or more per MiB. */
export function yamlToValue(text: string): YamlResult {
  try {
    const document = parseDocument(text, { uniqueKeys: true, prettyErrors: true, logLevel: 'error' });
    if (document.errors.length > 0) {
      return { problems: document.errors.map(({ message }) => (message.split('\n', 1)[0] ?? '').replace(/:$/, '.')) };
    }
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    if (isWithin(value, LIMITS)) return { value };
    const { maxDepth, maxValues } = LIMITS;
    const most = `at most ${maxDepth} levels and ${maxValues.toLocaleString('en')} values`;
    return { problems: [`The file must have ${most}, and no alias may contain itself.`] };
  } catch (error) {
    // Too many aliases, or nesting that exhausts the parser's stack.
    return { problems: [`The file cannot be read as YAML: ${String((error as Error).message).slice(0, 200)}`] };
  }
}
