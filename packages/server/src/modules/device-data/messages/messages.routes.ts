import { conversation, findMessages, messageThreads, revealMessage } from '@fairwatch/contract';
import { handleGated, type Route } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { findInThread, readConversation, readUnmasked } from './conversation.store.ts';
import { listThreads } from './threads.store.ts';

export function messagesRoutes({ db }: Services): Route[] {
  return [
    handleGated(messageThreads, ({ scope, input }) => listThreads(db, scope, input)),
    handleGated(conversation, ({ scope, input }) => readConversation(db, scope, input)),
    handleGated(findMessages, ({ scope, input }) => findInThread(db, scope, input)),
    handleGated(revealMessage, ({ scope, input }) => readUnmasked(db, scope, input)),
  ];
}
