import type { TicketMessageKind } from '@fairwatch/contract';
import { createClientId } from '../../../../core/api/client-id.ts';

/** A file or voice recording of an outgoing message. */
export interface OutgoingFile {
  blob: Blob;
  name: string;
  /** Set for recordings only. */
  durationMs?: number;
  /** Set for recordings only. */
  peaks?: readonly number[];
}

/** A message from writing it until the conversation contains it. */
export interface OutgoingMessage {
  /** The same in every attempt, so that the server stores the message once. */
  clientId: string;
  ticketId: number;
  kind: TicketMessageKind;
  text: string;
  file: OutgoingFile | null;
  writtenAt: string;
  /** `waiting` is sent automatically, in order and once the server is reachable; `failed` only by Retry. */
  state: 'waiting' | 'sending' | 'sent' | 'failed';
  /** Why the message waits or has failed. */
  problem: string | null;
  /** The sent share of the file, 0 to 1. */
  share: number;
}

type Written = Pick<OutgoingMessage, 'ticketId' | 'kind' | 'text' | 'file'>;

export function createOutgoing(written: Written): OutgoingMessage {
  return {
    ...written,
    clientId: createClientId(),
    writtenAt: new Date().toISOString(),
    state: 'waiting',
    problem: null,
    share: 0,
  };
}

/** Creates one message per file, with the text as the caption of the first if it is short enough, otherwise as a message of its own. */
export function messagesOf(
  ticketId: number,
  text: string,
  files: readonly OutgoingFile[],
  captionMaxLength: number,
): OutgoingMessage[] {
  const trimmed = text.trim();
  const isCaption = files.length > 0 && trimmed.length <= captionMaxLength;
  const fileMessages = files.map((file, index) =>
    createOutgoing({ ticketId, kind: 'FILE', text: isCaption && index === 0 ? trimmed : '', file }),
  );
  const textMessages =
    trimmed === '' || isCaption ? [] : [createOutgoing({ ticketId, kind: 'TEXT', text: trimmed, file: null })];
  return [...fileMessages, ...textMessages];
}
