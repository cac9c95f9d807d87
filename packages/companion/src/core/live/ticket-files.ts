import { createWriteQueue, type DeviceClient, type LiveTickets, type Store } from '@fairwatch/device/core';
import type { Database } from '../storage/database.ts';
import { saveOutgoingFiles } from '../tickets/saved-tickets.ts';
import { createTicketOutbox, type NewFile } from '../tickets/ticket-outbox.ts';
import type { LiveState } from './live-state.ts';

/** Sends files and recordings of the person. */
export interface TicketFileActions {
  sendFile(file: NewFile): void;
  retryFile(clientId: string): void;
  discardFile(clientId: string): void;
}

interface TicketFileParts {
  database: Database;
  live: Store<LiveState>;
  client: Pick<DeviceClient, 'ticketFiles'>;
  tickets: Pick<LiveTickets, 'addMessage'>;
}

/** Keeps the files of the person's tickets until the server has them. */
export function createTicketFiles({ database, live, client, tickets }: TicketFileParts) {
  const writes = createWriteQueue();
  const outbox = createTicketOutbox({
    attach: (ticketId, file) => client.ticketFiles.attach(ticketId, file),
    isConnected: () => live.get().connection === 'connected',
    files: () => live.get().outgoingFiles,
    setFiles(outgoingFiles) {
      live.set({ outgoingFiles });
      writes.add(() => saveOutgoingFiles(database, outgoingFiles));
    },
    onSent: tickets.addMessage,
  });
  const actions: TicketFileActions = { sendFile: outbox.add, retryFile: outbox.retry, discardFile: outbox.discard };
  return { actions, connected: outbox.connected, idle: writes.idle };
}
