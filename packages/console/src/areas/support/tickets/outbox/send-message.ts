import { addTicketFile, addTicketMessage, isFileName, ticketLimits } from '@fairwatch/contract';
import { serverErrorText } from '../../../../core/api/server-error-text.ts';
import { clientErrorText } from '../../../../core/api/error-text.ts';
import { ApiError } from '../../../../core/api/api-error.ts';
import { call } from '../../../../core/api/client.ts';
import { callForm } from '../../../../core/api/call-form.ts';
import { i18n } from '../../../../core/i18n/i18n.ts';
import type { OutgoingFile, OutgoingMessage } from './outgoing.ts';

const megabyte = 1024 * 1024;

/**
 * Why a file cannot be sent, as far as the console can tell by name and size; null when it can. The server checks the
 * type by the content.
 */
export function validateFile({ name, size }: Pick<File, 'name' | 'size'>): string | null {
  const { fileMaxBytes } = ticketLimits;
  if (size > fileMaxBytes) return serverErrorText('file_too_large', { size: fileMaxBytes / megabyte });
  return isFileName(name) ? null : i18n.t('tickets:composer.badName');
}

/** Makes one attempt to send a message. */
export async function sendMessage(
  message: OutgoingMessage,
  signal: AbortSignal,
  onShare: (share: number) => void,
): Promise<void> {
  const { ticketId, clientId, text, file } = message;
  if (file === null) await call(addTicketMessage, { ticketId, clientId, text }, signal);
  else await sendFile(message, file, signal, onShare);
}

async function sendFile(
  { ticketId, clientId, text, kind }: OutgoingMessage,
  { blob, name, durationMs, peaks }: OutgoingFile,
  signal: AbortSignal,
  onShare: (share: number) => void,
): Promise<void> {
  const bytes = await readBlob(blob);
  await callForm(
    addTicketFile,
    {
      ticketId: String(ticketId),
      clientId,
      kind: kind === 'VOICE' ? 'VOICE' : 'FILE',
      name,
      text,
      ...(durationMs !== undefined && { durationMs: String(durationMs) }),
      ...(peaks !== undefined && { peaks: peaks.join(',') }),
    },
    bytes,
    { signal, onProgress: (sent) => onShare(Math.min(1, sent / Math.max(1, bytes.size))) },
  );
}

/** Reads the file first. A file that was deleted or changed after it was attached would otherwise look like a lost connection. */
async function readBlob(blob: Blob): Promise<Blob> {
  try {
    return new Blob([await blob.arrayBuffer()]);
  } catch {
    throw new ApiError(clientErrorText('file_reading_failed'), 400);
  }
}
