import type { TicketMessageKind } from '@fairwatch/contract';
import { newClientId } from './client-id.ts';

/** A file or a recording on its way. */
export interface OutgoingFile {
  blob: Blob;
  name: string;
  /** Of a recording. */
  durationMs?: number;
  peaks?: readonly number[];
}

/** A message that was written here, until the conversation has it. */
export interface OutgoingMessage {
  /** Made once and kept with every try: the server stores it once. */
  clientId: string;
  ticketId: number;
  kind: TicketMessageKind;
  text: string;
  file: OutgoingFile | null;
  writtenAt: string;
  /** `waiting` goes by itself, in its turn or when the server can be reached; `failed` only when somebody asks. */
  state: 'waiting' | 'sending' | 'sent' | 'failed';
  /** Why it waits or failed. */
  problem: string | null;
  /** How much of the file has left, from 0 to 1. */
  share: number;
}

type Written = Pick<OutgoingMessage, 'ticketId' | 'kind' | 'text' | 'file'>;

export function outgoing(written: Written): OutgoingMessage {
  return {
    ...written,
    clientId: newClientId(),
    writtenAt: new Date().toISOString(),
    state: 'waiting',
    problem: null,
    share: 0,
  };
}

/** What one writes becomes messages: each file one, the text beside the first where it is short enough for that. */
export function messagesOf(
  ticketId: number,
  text: string,
  files: readonly OutgoingFile[],
  captionMaxLength: number,
): OutgoingMessage[] {
  const words = text.trim();
  const beside = files.length > 0 && words.length <= captionMaxLength;
  const withFiles = files.map((file, place) =>
    outgoing({ ticketId, kind: 'FILE', text: beside && place === 0 ? words : '', file }),
  );
  const alone = words === '' || beside ? [] : [outgoing({ ticketId, kind: 'TEXT', text: words, file: null })];
  return [...withFiles, ...alone];
}
