import { z } from 'zod/mini';

/** A key of a push subscription as unpadded base64url. */
const base64Url = (bytes: number) => z.string().check(z.length(Math.ceil((bytes * 4) / 3)), z.regex(/^[\w-]+$/));

/** A Web Push subscription, as `PushSubscription.toJSON()` returns it (RFC 8030, RFC 8291). */
export const pushSubscription = z.strictObject({
  /** An address at the browser maker's push service. The server accepts the known services only. */
  endpoint: z.url().check(z.maxLength(1024)),
  keys: z.strictObject({
    /** The browser's public key: an uncompressed point on P-256. */
    p256dh: base64Url(65),
    auth: base64Url(16),
  }),
});
export type PushSubscriptionKeys = z.infer<typeof pushSubscription>;

/** What a push is about. */
export const pushKinds = ['COMMAND', 'CONSENT_REQUEST', 'NOTIFICATION', 'TICKET', 'WATCH'] as const;

/**
 * The content of a push, encrypted for the browser: the texts of its notification, and the page of the companion that a tap opens.
 * Browsers require a visible notification for each push, so title and body are never empty.
 */
export const pushMessage = z.strictObject({
  kind: z.enum(pushKinds),
  /** A later push with the same tag replaces the notification. */
  tag: z.string().check(z.minLength(1), z.maxLength(60)),
  title: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)),
  body: z.string().check(z.trim(), z.minLength(1), z.maxLength(1200)),
  /** A page of the companion, such as `/requests`. */
  page: z.string().check(z.startsWith('/'), z.maxLength(100)),
});
export type PushMessage = z.infer<typeof pushMessage>;
