import { parseDocument } from 'yaml';

/** A parsed YAML text, or why it cannot be read: sentences for people. */
export type YamlResult = { value: unknown } | { problems: string[] };

/** Uses of YAML anchors. Few files need any; nested ones multiply ("billion laughs"). */
const MAX_ALIASES = 100;

/**
 * Reads one YAML 1.2 document; keys given twice are faults. Never throws. Cost: a second or more per MiB, so long texts
 * are read in a worker (`readYaml`), which loads this module by itself: it imports nothing of ours.
 */
export function yamlToValue(text: string): YamlResult {
  try {
    const document = parseDocument(text, { uniqueKeys: true, prettyErrors: true, logLevel: 'error' });
    if (document.errors.length > 0) {
      return { problems: document.errors.map(({ message }) => (message.split('\n', 1)[0] ?? '').replace(/:$/, '.')) };
    }
    return { value: document.toJS({ maxAliasCount: MAX_ALIASES }) };
  } catch (error) {
    // Too many aliases, or nesting that exhausts the parser's stack.
    return { problems: [`The file cannot be read as YAML: ${String((error as Error).message).slice(0, 200)}`] };
  }
}
