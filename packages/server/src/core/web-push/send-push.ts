import { createHash } from 'node:crypto';
import { limits, pushMessage, type PushMessage } from '@fairwatch/contract';
import { encryptPush, pushMaxBytes, type PushKeys } from './encrypt-push.ts';
import { vapidAuthorization, type VapidKeys } from './vapid.ts';

/** Push services refuse tokens that are valid for more than 24 hours. */
const tokenLifetimeMs = 12 * 60 * 60 * 1000;
/** Pushes are padded to a multiple of this size, so that a push service cannot guess the text from its length. */
const padToBytes = 512;

export interface Push {
  /** The endpoint, already checked by `pushAddress`. */
  address: URL;
  keys: PushKeys;
  message: PushMessage;
}

/** The result: accepted, subscription gone (delete it), or another HTTP status. */
export type PushResult = { taken: true } | { taken: false; gone: boolean; status: number };

/**
 * Sends one push. Throws when the service cannot be reached or times out, and when the message has no text, because a push must
 * always show something. Redirects are not followed, since they could lead to internal hosts.
 */
export async function sendPush(
  { address, keys, message }: Push,
  vapid: { keys: VapidKeys; subject: string },
  { signal, answerWithinMs = limits.webPush.answerWithinMs }: { signal: AbortSignal; answerWithinMs?: number },
): Promise<PushResult> {
  const body = encryptPush(fittingText(pushMessage.parse(message)), keys, { padTo: padToBytes });
  const expiresAt = new Date(Date.now() + tokenLifetimeMs);
  const response = await fetch(address, {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(answerWithinMs)]),
    headers: {
      authorization: vapidAuthorization(vapid.keys, { audience: address.origin, subject: vapid.subject, expiresAt }),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(limits.webPush.keptSeconds),
      urgency: 'high',
      topic: topicOf(message.tag),
    },
    body: new Uint8Array(body),
  });
  // The body is not needed; cancelling it frees the connection.
  await response.body?.cancel();
  const { status } = response;
  return status >= 200 && status < 300
    ? { taken: true }
    : { taken: false, gone: status === 404 || status === 410, status };
}

/** The message as JSON, with its body shortened until it fits into one push. */
function fittingText(message: PushMessage): Buffer {
  const text = Buffer.from(JSON.stringify(message));
  if (text.length <= pushMaxBytes) return text;
  return fittingText({ ...message, body: shorten(message.body, Math.floor(message.body.length * 0.9)) });
}

/** The Topic header of RFC 8030 (at most 32 characters): a pending push is replaced by a later one with the same topic. */
function topicOf(tag: string): string {
  return createHash('sha256').update(tag).digest('base64url').slice(0, 32);
}

/** Cuts a text to this many UTF-16 code units, the ellipsis included. A surrogate pair is never split. */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return `${text.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
