import type { PersonTicket, TicketMessage } from '@fairwatch/contract';
import type { DeviceClient } from '../client/device-client.ts';
import type { LiveState } from './live-state.ts';
import type { LiveStorage } from './saved-device.ts';
import type { Store } from './store.ts';
import {
  cacheToStore,
  withAnswer,
  withList,
  withMessage,
  withMessages,
  withRead,
  withTicket,
  type TicketCache,
} from './ticket-cache.ts';
import { createWriteQueue } from './write-queue.ts';

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
  /** Adds a message of the person that the server has stored. */
  addMessage(message: TicketMessage): void;
}

interface LiveTicketParts {
  storage: Pick<LiveStorage, 'saveTickets'>;
  live: Store<LiveState>;
  client(): Pick<DeviceClient, 'tickets'>;
}

/** Caches the person's tickets and conversations. */
export function createLiveTickets({ storage, live, client }: LiveTicketParts) {
  const writes = createWriteQueue();
  const change = (next: (cache: TicketCache) => TicketCache) => {
    const tickets = next(live.get().tickets);
    live.set({ tickets });
    writes.add(() => storage.saveTickets(cacheToStore(tickets)));
  };

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
    addMessage: (message) => change((cache) => withMessage(cache, message)),
  };

  return {
    actions,
    onTicket: (ticket: PersonTicket) => change((cache) => withTicket(cache, ticket)),
    onTicketAnswer: (message: TicketMessage) => change((cache) => withAnswer(cache, message)),
    /** Reads the newest tickets, so that the count of unread answers is right on every page. */
    connected(): void {
      // An error is ignored here: the tickets page reads again and shows it.
      actions.readList().catch(() => undefined);
    },
    /** Resolves when everything is stored. */
    idle: writes.idle,
  };
}
