import { runService } from '@svc/kit';
import { startChatService } from './app.js';
import { CHAT_ENV, CHAT_SCHEMA } from './config.js';

runService({ name: 'chat-svc', env: CHAT_ENV, database: CHAT_SCHEMA, start: startChatService });
