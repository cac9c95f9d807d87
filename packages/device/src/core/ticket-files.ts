import {
  deviceTicketContentUrl,
  deviceTicketFile,
  type Envelope,
  type InputOf,
  type TicketMessage,
} from '@fairwatch/contract';
import type { UploadTarget } from './open-file.ts';
import { sleep } from './sleep.ts';
import { refusalOf, retryDelaysMs, worthRetrying } from './upload-refused.ts';

/** A file or a recording that the person attaches to a ticket. */
export type AttachedFile = Omit<InputOf<typeof deviceTicketFile>, 'ticketId' | 'clientId'> & { bytes: Uint8Array };

/** Sends a file to a ticket and fetches what is attached to one, over HTTP beside the socket. */
export function createTicketFiles({ serverUrl, token }: UploadTarget, signal: AbortSignal) {
  const headers = { authorization: `Bearer ${token}` };

  /** Until an answer is there that will not change by asking again. Throws the server's reason. */
  async function persist(request: () => Promise<Response>): Promise<Response> {
    for (const delayMs of [...retryDelaysMs(), null]) {
      const response = await request().catch((error: unknown) => {
        signal.throwIfAborted();
        if (delayMs === null) throw error;
        return null;
      });
      if (response?.ok) return response;
      const body = await response?.text();
      if (delayMs === null || !worthRetrying(response?.status, body)) throw refusalOf(body);
      await sleep(delayMs, signal);
    }
    throw new Error('The last try answers or throws.');
  }

  return {
    /** One id for all tries: it is stored once. */
    async attach(ticketId: number, { bytes, ...fields }: AttachedFile): Promise<TicketMessage> {
      const clientId = crypto.randomUUID();
      const response = await persist(() => {
        const body = new FormData();
        for (const [name, value] of Object.entries({ ticketId, clientId, ...fields })) body.set(name, String(value));
        body.set(deviceTicketFile.form.file, new Blob([new Uint8Array(bytes)]), 'file');
        return fetch(new URL(deviceTicketFile.path, serverUrl), { method: 'POST', headers, body, signal });
      });
      return ((await response.json()) as Envelope<TicketMessage>).data;
    },

    async fetchAttachment(ticketId: number, sha256: string): Promise<Uint8Array> {
      const url = new URL(deviceTicketContentUrl(ticketId, sha256), serverUrl);
      return new Uint8Array(await (await persist(() => fetch(url, { headers, signal }))).arrayBuffer());
    },
  };
}
