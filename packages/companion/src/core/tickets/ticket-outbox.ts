import type { TicketMessage } from '@fairwatch/contract';
import { UploadRefused, type DeviceClient } from '@fairwatch/device/core';
import type { OutgoingFile } from './saved-tickets.ts';

export type NewFile = Pick<OutgoingFile, 'ticketId' | 'kind' | 'name' | 'blob' | 'durationMs' | 'peaks'>;

interface OutboxParts {
  attach: DeviceClient['ticketFiles']['attach'];
  isConnected(): boolean;
  files(): readonly OutgoingFile[];
  /** Stores and shows the files after each change. */
  setFiles(files: readonly OutgoingFile[]): void;
  /** Called when the server has stored a file. */
  onSent(message: TicketMessage): void;
}

/** Sends files and recordings for tickets in sequence, once the server is connected. */
export function createTicketOutbox({ attach, isConnected, files, setFiles, onSent }: OutboxParts) {
  let isSending = false;
  const change = (clientId: string, changes: Partial<OutgoingFile>) =>
    setFiles(files().map((file) => (file.clientId === clientId ? Object.assign({}, file, changes) : file)));
  const remove = (clientId: string) => setFiles(files().filter((file) => file.clientId !== clientId));

  async function send({ clientId, ticketId, kind, name, blob, durationMs, peaks }: OutgoingFile): Promise<void> {
    change(clientId, { state: 'sending', problem: null });
    try {
      const voice = durationMs === null ? {} : { durationMs, peaks: peaks.join(',') };
      onSent(await attach(ticketId, { clientId, kind, name, text: '', blob, ...voice }));
      remove(clientId);
    } catch (error) {
      // A refusal by the server is final. After a broken connection the file is sent again.
      const isRefused = error instanceof UploadRefused && error.code !== undefined;
      if (!isRefused && !isConnected()) return change(clientId, { state: 'waiting' });
      change(clientId, { state: 'failed', problem: error instanceof Error ? error.message : String(error) });
    }
  }

  async function sendAll(): Promise<void> {
    if (isSending) return;
    isSending = true;
    try {
      while (isConnected()) {
        const next = files().find(({ state }) => state === 'waiting');
        if (!next) break;
        await send(next);
      }
    } finally {
      isSending = false;
    }
  }

  return {
    /** Queues a file. It is stored until the server has it. */
    add(file: NewFile): void {
      const writtenAt = new Date().toISOString();
      const entry = { ...file, clientId: crypto.randomUUID(), writtenAt, state: 'waiting', problem: null } as const;
      setFiles([...files(), entry]);
      void sendAll();
    },
    retry(clientId: string): void {
      change(clientId, { state: 'waiting', problem: null });
      void sendAll();
    },
    discard: remove,
    connected: () => void sendAll(),
  };
}
