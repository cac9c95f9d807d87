import { z } from 'zod/mini';
import { endpoint } from '../../shared/endpoint.ts';
import { payloadModes } from '../../core/http/envelope.ts';

/** What a console should know about the server it talks to; nothing of it is secret. */
export const loadInstallation = endpoint({
  path: 'installation/load',
  access: 'session',
  tells: [],
  log: 'the installation',
  canWait: true,
  summary: 'The version of this installation, how payloads travel, and where the companion is',
  input: z.strictObject({}),
  output: z.object({
    version: z.string(),
    payloadMode: z.enum(payloadModes),
    /** The origin of the companion for `joinLink`: COMPANION_URL, else PUBLIC_URL; null when the server knows none but the console's. */
    companionOrigin: z.nullable(z.string()),
  }),
});
