/** The thread that reads one document and ends. Started by `run-document-task.ts`. */
import { serveTask } from '@svc/kit';
import { type DocumentTasks, documentTasks } from './document-tasks.js';

/** What the thread gets. */
export interface DocumentTask<Name extends keyof DocumentTasks = keyof DocumentTasks> {
  name: Name;
  input: Parameters<DocumentTasks[Name]>[0];
}

await serveTask<DocumentTask>(({ name, input }) => documentTasks[name](input as never));
