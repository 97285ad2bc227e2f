import { isEqual } from './is-equal.js';
import { merge } from './merge.js';
import type { Content } from './steps.js';

/** One change of the user: the state before and after it. What both have in common is stored once. */
export interface Command {
  /** Changes with the same mark that follow each other, such as letters of one text, are one command. */
  mark: string;
  before: Content;
  after: Content;
}

export interface History {
  done: readonly Command[];
  undone: readonly Command[];
}

export const NO_HISTORY: History = { done: [], undone: [] };
const MAX_COMMANDS = 200;

/** A history that a change was added to. @param isSame - it continues the last command if both have the same mark. */
export function addCommand({ done }: History, command: Command, isSame: boolean): History {
  const last = done.at(-1);
  const continued = isSame && last?.mark === command.mark && isEqual(last.after, command.before);
  const commands = continued ? [...done.slice(0, -1), { ...command, before: last.before }] : [...done, command];
  return { done: commands.slice(-MAX_COMMANDS), undone: [] };
}

/**
 * Takes the last change back. What another user has changed since stays: the change is undone as if another user had undone it
 * meanwhile.
 */
export function undo({ done, undone }: History, content: Content): { history: History; content: Content } | undefined {
  const command = done.at(-1);
  if (!command) return undefined;
  return {
    history: { done: done.slice(0, -1), undone: [...undone, command] },
    content: merge(command.after, command.before, content).content,
  };
}

/** Makes the last change that was taken back again. */
export function redo({ done, undone }: History, content: Content): { history: History; content: Content } | undefined {
  const command = undone.at(-1);
  if (!command) return undefined;
  return {
    history: { done: [...done, command], undone: undone.slice(0, -1) },
    content: merge(command.before, command.after, content).content,
  };
}
