import { createHash } from 'node:crypto';
import {
  commandCatalogue,
  contentUrl,
  deviceFilesPath,
  type fileMetadata,
  type Capability,
  type CommandType,
  type ContentVariant,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import sharp from 'sharp';
import type { z } from 'zod/mini';
import { findBlobName } from '../../modules/files/content/blobs.store.ts';
import { issueContentLink } from '../../modules/files/content/content-links.ts';
import { findSession } from '../../shared/sessions/sessions.ts';
import type { TestDevice } from '../test-device.ts';
import type { TestAdmin, TestServer } from '../servers/test-server.ts';

export const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Renders a picture that differs by seed. */
export async function testPicture(seed: number, width = 640, height = 480): Promise<Buffer> {
  const background = { r: seed % 256, g: (seed * 7) % 256, b: (seed * 31) % 256 };
  return await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

/** Inserts an accepted command that requests files from a device. Ends the previous command. */
export async function openCommand(
  server: TestServer,
  { deviceId }: Pick<TestDevice, 'deviceId'>,
  type: CommandType = 'UPDATE_GALLERY',
  params: Readonly<Record<string, unknown>> = {},
): Promise<number> {
  // A run that waits for this device may open its next command as soon as the last one has ended.
  for (;;) {
    await endCommands(server, { deviceId });
    const { rows } = await sql<{ id: number }>`
      insert into commands (device_id, command_type, step, requested_by, params, expires_at)
      values (${deviceId}, ${type}, 'RUNNING', ${server.admin.userId}, ${JSON.stringify(params)}::jsonb,
        now() + ${commandCatalogue[type].deadlineMs} * interval '1 millisecond')
      on conflict (device_id) where finished_at is null do nothing
      returning id`.execute(server.services.db);
    if (rows[0] !== undefined) return rows[0].id;
  }
}

export async function endCommands(server: TestServer, { deviceId }: Pick<TestDevice, 'deviceId'>): Promise<void> {
  await sql`update commands set step = 'DONE', finished_at = now()
    where device_id = ${deviceId} and finished_at is null`.execute(server.services.db);
}

type Metadata = z.infer<typeof fileMetadata>;

/** The tus metadata of a file. */
export function announce(bytes: Uint8Array, commandId: number, changes: Partial<Metadata> = {}): Metadata {
  return { commandId: String(commandId), sha256: sha256Of(bytes), mimeType: 'image/jpeg', ...changes };
}

export interface TusAnswer {
  status: number;
  headers: Headers;
  /** The upload's URL; empty when it was not created. */
  url: string;
  error: string;
  errorCode: string;
}

/** Sends one tus request, valid or not, as a device would. */
export async function tus(
  server: Pick<TestServer, 'url'>,
  token: string | null,
  request: { method: string; url?: string; headers?: Record<string, string>; body?: Uint8Array },
): Promise<TusAnswer> {
  const { method, url = deviceFilesPath, body } = request;
  const response = await fetch(new URL(url, server.url), {
    method,
    headers: {
      'tus-resumable': '1.0.0',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body ? { 'content-type': 'application/offset+octet-stream' } : {}),
      ...request.headers,
    },
    ...(body ? { body: body as Uint8Array<ArrayBuffer> } : {}),
  });
  const text = await response.text();
  const message = response.status < 400 || text === '' ? undefined : JSON.parse(text).meta.message[0];
  return {
    status: response.status,
    headers: response.headers,
    url: response.headers.get('location') ?? '',
    error: message?.text.client ?? '',
    errorCode: message?.code ?? '',
  };
}

/** The headers that create an upload. */
export function beginning(size: number, metadata: Readonly<Record<string, string>>): Record<string, string> {
  const pairs = Object.entries(metadata).map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`);
  return { 'upload-length': String(size), 'upload-metadata': pairs.join(',') };
}

/** Sends a small file in one request. */
export async function sendSmall(
  server: TestServer,
  { token }: Pick<TestDevice, 'token'>,
  bytes: Uint8Array,
  metadata: Readonly<Record<string, string>>,
): Promise<TusAnswer> {
  return await tus(server, token, { method: 'POST', headers: beginning(bytes.length, metadata), body: bytes });
}

/** The `ticket` of a signed link, as a page of the console gets it. */
export async function contentTicketFor(
  server: TestServer,
  admin: Pick<TestAdmin, 'token'>,
  wanted: { deviceId: number; capability: Capability },
): Promise<string> {
  const session = await findSession(server.services, admin.token);
  if (!session) throw new Error('This session has ended.');
  const asked = Object.values(commandCatalogue).find(({ capability }) => capability === wanted.capability);
  if (!asked) throw new Error(`No command asks for ${wanted.capability}.`);
  return (await issueContentLink(server.services, session, { ...wanted, permission: asked.permission })).ticket;
}

/** Downloads a file by a signed link. */
export async function fetchContent(
  server: TestServer,
  address: { ticket: string; sha256: string; variant?: ContentVariant; saveAs?: string },
  headers: Record<string, string> = {},
): Promise<Response> {
  return await fetch(new URL(contentUrl({ variant: 'full', ...address }), server.url), { headers });
}

/** The name under which these bytes are stored now. Ask for it before what is meant to delete them. */
export async function storedName({ services }: Pick<TestServer, 'services'>, sha256: string): Promise<string> {
  const name = await findBlobName(services.db, sha256);
  if (name === undefined) throw new Error('There is no such blob.');
  return name;
}
