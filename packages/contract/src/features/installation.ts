import { z } from 'zod/mini';
import { endpoint } from '../core/endpoint.ts';
import { payloadModes } from '../core/envelope.ts';

/**
 * The `<meta>` elements by which the page tells a console what visitors who are not signed in may do: `sign-up` is "off" where
 * nobody makes an account by themselves; `mail` is "sent" where a mail server takes mails, and missing where they are written
 * to a folder that only the owner of the server reads.
 */
export const pageFactNames = { signUp: 'sign-up', mail: 'mail' } as const;

/** What a console should know about the server it talks to; nothing of it is secret. */
export const loadInstallation = endpoint({
  path: 'installation/load',
  access: 'session',
  summary: 'The version of this installation, and how payloads travel',
  input: z.strictObject({}),
  output: z.object({ version: z.string(), payloadMode: z.enum(payloadModes) }),
});
