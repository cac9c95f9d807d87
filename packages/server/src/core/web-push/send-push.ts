import { createHash } from 'node:crypto';
import { limits, pushMessage, type PushMessage } from '@fairwatch/contract';
import { encryptPush, pushMaxBytes, type PushKeys } from './encrypt-push.ts';
import { shorten } from './push-words.ts';
import { vapidAuthorization, type VapidKeys } from './vapid.ts';

/** Push services refuse tokens that are valid for more than 24 hours. */
const tokenLifetimeMs = 12 * 60 * 60 * 1000;
/** Pushes are padded to a multiple of this size, so that a push service cannot guess the text from its length. */
const padToBytes = 512;

export interface Push {
  /** Checked by `pushAddress`. */
  address: URL;
  keys: PushKeys;
  message: PushMessage;
}

/** What the push service said: taken, no such subscription, or something else. */
export type PushResult = { taken: true } | { taken: false; gone: boolean; status: number };

/**
 * Sends one push. Throws when the service cannot be reached or does not answer in time, and for a message without words: a push
 * that shows nothing is never sent. Redirects are not followed: they could lead anywhere.
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
  // Whatever it says beside the status is not read.
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

/** A push that waits at the service is replaced by a later one with this topic, which may have 32 characters (RFC 8030). */
function topicOf(tag: string): string {
  return createHash('sha256').update(tag).digest('base64url').slice(0, 32);
}
