import { type Blueprint, findProductNames, jsonPointer, type Path, type Problem } from '@svc/domain';
import type { ApplyParticipants } from './participants.js';

/** Deadline of a call that only serves warnings; short, so that an apply does not wait for it. */
const TIMEOUT_MS = 3_000;

/**
 * Warns about answers of the chat that name a product: they do not change with the catalog. Names are those of the file's catalog,
 * or of the one in force; if that cannot be read, there are no warnings. docs/chat.md T5.5.
 */
export async function warnAboutProductNames(
  { catalog }: Pick<ApplyParticipants, 'catalog'>,
  companyId: string,
  blueprint: Blueprint,
): Promise<Problem[]> {
  const answers = (blueprint.settings?.chat.faq ?? []).flatMap(({ answer }, index) =>
    Object.entries(answer).map(([tag, text]): [Path, string] => [
      ['settings', 'chat', 'faq', index, 'answer', tag],
      text,
    ]),
  );
  if (answers.length === 0) return [];
  const texts = answers.map(([, text]) => text);
  const names = blueprint.catalog
    ? findProductNames(
        texts,
        blueprint.catalog.products.map(({ name }) => name),
      )
    : await catalog.findProductNames({ companyId, texts }, { timeoutMs: TIMEOUT_MS }).then(
        (found) => found.names,
        () => [],
      );
  return answers.flatMap(([path], index) => {
    const name = names[index];
    if (!name) return [];
    const message = `This answer names the product "${name}"; it does not change with the catalog.`;
    return [{ path: jsonPointer(path), message }];
  });
}
