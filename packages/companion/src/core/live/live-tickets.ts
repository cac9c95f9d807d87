import type { PersonTicket, TicketMessage } from '@fairwatch/contract';
import type { DeviceClient } from '@fairwatch/device/core';
import type { Database } from '../storage/database.ts';
import { saveOutgoingFiles, saveTicketCache } from '../tickets/saved-tickets.ts';
import type { LiveState } from './live-state.ts';
import type { Store } from '../store/store.ts';
import {
  cacheToStore,
  withAnswer,
  withList,
  withMessage,
  withMessages,
  withRead,
  withTicket,
  type TicketCache,
} from '../tickets/ticket-cache.ts';
import { createTicketOutbox, type NewFile } from '../tickets/ticket-outbox.ts';

/** The ticket actions of the screens. What is read or received goes into the live state. */
export interface LiveTickets {
  /** Reads a page of the list: the newest, or what is older than `before`. */
  readList(before?: number | null): Promise<void>;
  /** Reads a page of a conversation: its end, or what is older than `before`. */
  readMessages(ticketId: number, before?: number | null): Promise<void>;
  /** Writes to a ticket; resolves when the server has stored it. Until then it is one of `live.unsentTickets`. */
  reply(ticketId: number, text: string): Promise<void>;
  /** Marks the answers up to this one as read. */
  markRead(ticketId: number, upTo: number): void;
  sendFile(file: NewFile): void;
  retryFile(clientId: string): void;
  discardFile(clientId: string): void;
}

interface LiveTicketParts {
  database: Database;
  live: Store<LiveState>;
  client(): Pick<DeviceClient, 'tickets' | 'ticketFiles'>;
}

/** Caches the person's tickets and conversations, and sends their files. */
export function createLiveTickets({ database, live, client }: LiveTicketParts) {
  /** Writes run in sequence, so that the last one wins. */
  let writing: Promise<unknown> = Promise.resolve();
  const write = (task: () => Promise<unknown>) => {
    writing = writing.then(task).catch(() => undefined);
  };
  const change = (next: (cache: TicketCache) => TicketCache) => {
    const tickets = next(live.get().tickets);
    live.set({ tickets });
    write(() => saveTicketCache(database, cacheToStore(tickets)));
  };
  const outbox = createTicketOutbox({
    attach: (ticketId, file) => client().ticketFiles.attach(ticketId, file),
    isConnected: () => live.get().connection === 'connected',
    files: () => live.get().outgoingFiles,
    setFiles(outgoingFiles) {
      live.set({ outgoingFiles });
      write(() => saveOutgoingFiles(database, outgoingFiles));
    },
    onSent: (message) => change((cache) => withMessage(cache, message)),
  });

  const actions: LiveTickets = {
    async readList(before = null) {
      const page = await client().tickets.list(before);
      change((cache) => withList(cache, page, before));
    },
    async readMessages(ticketId, before = null) {
      const page = await client().tickets.messages(ticketId, before);
      change((cache) => withMessages(cache, ticketId, page, before));
    },
    async reply(ticketId, text) {
      const message = await client().tickets.reply(ticketId, text);
      change((cache) => withMessage(cache, message));
    },
    markRead(ticketId, upTo) {
      change((cache) => withRead(cache, ticketId, upTo));
      void client().tickets.read(ticketId, upTo);
    },
    sendFile: outbox.add,
    retryFile: outbox.retry,
    discardFile: outbox.discard,
  };

  return {
    actions,
    onTicket: (ticket: PersonTicket) => change((cache) => withTicket(cache, ticket)),
    onTicketAnswer: (message: TicketMessage) => change((cache) => withAnswer(cache, message)),
    /** Reads the newest tickets, so that the count of unread answers is right on every page, and sends unsent files. */
    connected(): void {
      // An error is ignored here: the tickets page reads again and shows it.
      actions.readList().catch(() => undefined);
      outbox.connected();
    },
    /** Resolves when everything is stored. */
    idle: async () => {
      await writing;
    },
  };
}
