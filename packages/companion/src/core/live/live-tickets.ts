import type { PersonTicket, TicketMessage } from '@fairwatch/contract';
import type { DeviceClient } from '@fairwatch/device/core';
import type { Database } from '../storage/database.ts';
import { saveOutgoingFiles, saveTicketBook } from '../storage/saved-tickets.ts';
import type { LiveState } from './live-state.ts';
import type { Store } from './store.ts';
import {
  bookToKeep,
  withAnswer,
  withList,
  withMessage,
  withMessages,
  withRead,
  withTicket,
  type TicketBook,
} from './ticket-book.ts';
import { createTicketOutbox, type NewFile } from './ticket-outbox.ts';

/** What the screens do with tickets. What they read and what is answered comes into the live state. */
export interface LiveTickets {
  /** Reads a page of the list: the newest, or what is older than `before`. */
  readList(before?: number | null): Promise<void>;
  /** Reads a page of a conversation: its end, or what is older than `before`. */
  readMessages(ticketId: number, before?: number | null): Promise<void>;
  /** Writes to a ticket; resolves when the server has it. Until then it is one of `live.unsentTickets`. */
  reply(ticketId: number, text: string): Promise<void>;
  /** The person has read the answers up to this one. */
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

/** Keeps the person's tickets: what the server tells of them, what was read, and files that wait to be sent. */
export function createLiveTickets({ database, live, client }: LiveTicketParts) {
  /** One write after the other, so that the last one wins. */
  let writing: Promise<unknown> = Promise.resolve();
  const write = (task: () => Promise<unknown>) => {
    writing = writing.then(task).catch(() => undefined);
  };
  const change = (next: (book: TicketBook) => TicketBook) => {
    const tickets = next(live.get().tickets);
    live.set({ tickets });
    write(() => saveTicketBook(database, bookToKeep(tickets)));
  };
  const outbox = createTicketOutbox({
    attach: (ticketId, file) => client().ticketFiles.attach(ticketId, file),
    isConnected: () => live.get().connection === 'connected',
    files: () => live.get().outgoingFiles,
    setFiles(outgoingFiles) {
      live.set({ outgoingFiles });
      write(() => saveOutgoingFiles(database, outgoingFiles));
    },
    onSent: (message) => change((book) => withMessage(book, message)),
  });

  const actions: LiveTickets = {
    async readList(before = null) {
      const page = await client().tickets.list(before);
      change((book) => withList(book, page, before));
    },
    async readMessages(ticketId, before = null) {
      const page = await client().tickets.messages(ticketId, before);
      change((book) => withMessages(book, ticketId, page, before));
    },
    async reply(ticketId, text) {
      const message = await client().tickets.reply(ticketId, text);
      change((book) => withMessage(book, message));
    },
    markRead(ticketId, upTo) {
      change((book) => withRead(book, ticketId, upTo));
      void client().tickets.read(ticketId, upTo);
    },
    sendFile: outbox.add,
    retryFile: outbox.retry,
    discardFile: outbox.discard,
  };

  return {
    actions,
    onTicket: (ticket: PersonTicket) => change((book) => withTicket(book, ticket)),
    onTicketAnswer: (message: TicketMessage) => change((book) => withAnswer(book, message)),
    /** Reads what changed meanwhile, so that the count of new answers is right on every page, and sends what waits. */
    connected(): void {
      // What fails here is read again by the page of the tickets, which says so.
      actions.readList().catch(() => undefined);
      outbox.connected();
    },
    /** Resolves when everything is written. */
    idle: async () => {
      await writing;
    },
  };
}
