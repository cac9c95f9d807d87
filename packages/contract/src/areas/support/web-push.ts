import { z } from 'zod/mini';
import { endpoint } from '../../shared/endpoint.ts';

/** Whether people are told by push that something waits for them, while the companion is closed in their browser. */
export const webPush = z.object({
  /** Off until the owner switches it on: the maker of each browser learns that a push was sent, and to which browser. */
  enabled: z.boolean(),
  /** Who changed it last, and when; null while nobody has. */
  changedBy: z.nullable(z.string()),
  changedAt: z.nullable(z.string()),
  /** The push services that this server sends to, by their hosts; `*.` stands for any name before it. */
  services: z.array(z.string()),
  /** How many devices can be reached by push. */
  subscribedDevices: z.int(),
});
export type WebPush = z.infer<typeof webPush>;

export const loadWebPush = endpoint({
  path: 'config/web-push',
  access: 'super-admin',
  tells: [],
  log: 'the installation',
  summary: 'Whether people are told by push that something waits for them',
  input: z.strictObject({}),
  output: webPush,
});

/** Switched off, all subscriptions are deleted. */
export const updateWebPush = endpoint({
  path: 'config/web-push/update',
  access: 'super-admin',
  tells: [],
  log: 'the installation',
  summary: 'Switch push on or off',
  input: z.strictObject({ enabled: z.boolean() }),
  output: webPush,
});
