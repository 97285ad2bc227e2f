/**
 * The thread that compiles one catalog, and ends. Started by `compile-catalog.ts`. It loads what it needs of the kit only: a message
 * waits for it.
 */
import { serialize } from 'node:v8';
import { serveTask } from '@svc/kit/serve-task';
import type { ChatCatalog } from '../domain/catalog/chat-catalog.js';
import { packCatalog } from '../domain/thread/chat-company.js';
import type { CompiledBytes } from './compile-catalog.js';

await serveTask<ChatCatalog>(async (catalog): Promise<CompiledBytes> => ({ packed: serialize(packCatalog(catalog)) }));
