import {
  deviceTicketContentUrl,
  deviceTicketFile,
  type Envelope,
  type InputOf,
  type TicketMessage,
} from '@fairwatch/contract';
import type { FileServer } from '../files/open-file.ts';
import { requestWithRetry } from '../files/request-with-retry.ts';

/**
 * A file or a recording that the person attaches to a ticket. With a `clientId` it can be sent again after a restart: the server
 * stores each id once.
 */
export type AttachedFile = Omit<InputOf<typeof deviceTicketFile>, 'ticketId' | 'clientId'> & { clientId?: string } & (
    | { bytes: Uint8Array; blob?: never }
    | { blob: Blob; bytes?: never }
  );

/** Uploads and downloads the attachments of tickets over HTTP. */
export function createTicketFiles({ serverUrl, token }: FileServer, signal: AbortSignal) {
  const headers = { authorization: `Bearer ${token}` };

  return {
    /** Uploads an attachment, with one id for all retries, so that the server stores it once. */
    async attach(ticketId: number, { bytes, blob, ...file }: AttachedFile): Promise<TicketMessage> {
      const fields = { clientId: crypto.randomUUID(), ...file };
      const send = () => {
        const body = new FormData();
        for (const [name, value] of Object.entries({ ticketId, ...fields })) body.set(name, String(value));
        body.set(deviceTicketFile.form.file, blob ?? new Blob([new Uint8Array(bytes)]), 'file');
        return fetch(new URL(deviceTicketFile.path, serverUrl), { method: 'POST', headers, body, signal });
      };
      const answer = await requestWithRetry(send, (response) => response.text(), signal);
      return (JSON.parse(answer) as Envelope<TicketMessage>).data;
    },

    async fetchAttachment(ticketId: number, sha256: string): Promise<Uint8Array> {
      const url = new URL(deviceTicketContentUrl(ticketId, sha256), serverUrl);
      const get = () => fetch(url, { headers, signal });
      return new Uint8Array(await requestWithRetry(get, (response) => response.arrayBuffer(), signal));
    },
  };
}
