import {
  deviceTicketContentUrl,
  deviceTicketFile,
  type Envelope,
  type InputOf,
  type TicketMessage,
} from '@fairwatch/contract';
import type { FileServer } from './open-file.ts';
import { persist } from './persist.ts';

/**
 * A file or a recording that the person attaches to a ticket. Whoever keeps it across a restart gives it a `clientId`, and the same
 * one when it is sent again: the server stores it once.
 */
export type AttachedFile = Omit<InputOf<typeof deviceTicketFile>, 'ticketId' | 'clientId'> & { clientId?: string } & (
    | { bytes: Uint8Array; blob?: never }
    | { blob: Blob; bytes?: never }
  );

/** Sends a file to a ticket and fetches what is attached to one, over HTTP beside the socket. */
export function createTicketFiles({ serverUrl, token }: FileServer, signal: AbortSignal) {
  const headers = { authorization: `Bearer ${token}` };

  return {
    /** One id for all tries: it is stored once. */
    async attach(ticketId: number, { bytes, blob, ...file }: AttachedFile): Promise<TicketMessage> {
      const fields = { clientId: crypto.randomUUID(), ...file };
      const send = () => {
        const body = new FormData();
        for (const [name, value] of Object.entries({ ticketId, ...fields })) body.set(name, String(value));
        body.set(deviceTicketFile.form.file, blob ?? new Blob([new Uint8Array(bytes)]), 'file');
        return fetch(new URL(deviceTicketFile.path, serverUrl), { method: 'POST', headers, body, signal });
      };
      const answer = await persist(send, (response) => response.text(), signal);
      return (JSON.parse(answer) as Envelope<TicketMessage>).data;
    },

    async fetchAttachment(ticketId: number, sha256: string): Promise<Uint8Array> {
      const url = new URL(deviceTicketContentUrl(ticketId, sha256), serverUrl);
      const get = () => fetch(url, { headers, signal });
      return new Uint8Array(await persist(get, (response) => response.arrayBuffer(), signal));
    },
  };
}
