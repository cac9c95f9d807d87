import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Capability, contentLinkCall, FeaturePermission, OutputOf } from '@fairwatch/contract';
import { z } from 'zod/mini';
import type { Database } from '../../../shared/schema/schema.ts';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Session } from '../../../shared/session.ts';
import type { Services } from '../../../shared/services/services.ts';
import { findSessionEnd, readLinkSecret } from './content-links.store.ts';

type LinkEndpoint = ReturnType<typeof contentLinkCall>;
type IssuedLink = OutputOf<LinkEndpoint>;
type Signing = Pick<Services, 'db' | 'contentKey'>;

/** A signed link: one session may download what one device sent under one capability. The wire calls it a ticket. */
export interface ContentLink {
  tokenHash: Buffer;
  deviceId: number;
  capability: Capability;
  /** The permission that the session needs at least at READ_ONLY. */
  permission: FeaturePermission;
}

/** A signed link: one session may download the attachments of one support ticket. The wire calls it a pass. */
export interface AttachmentLink {
  tokenHash: Buffer;
  ticketId: number;
}

const passPayload = z.strictObject({ s: z.string(), t: z.int() });

/** The keys are short, because a page has the link in each of its URLs. */
const payload = z.strictObject({
  s: z.string(),
  d: z.int(),
  c: z.string(),
  p: z.string(),
});

/** Signs a link to a device's files. It stays the same during a session, so that browsers use their cache. */
export async function issueContentLink(
  services: Signing,
  session: Session,
  { deviceId, capability, permission }: Omit<ContentLink, 'tokenHash'>,
): Promise<IssuedLink> {
  const { signed, expiresAt } = await signFor(services, session, { d: deviceId, c: capability, p: permission });
  return { ticket: signed, expiresAt };
}

/** Signs a link to the attachments of one support ticket. */
export async function issueAttachmentLink(
  services: Signing,
  session: Session,
  ticketId: number,
): Promise<{ pass: string; expiresAt: string }> {
  const { signed, expiresAt } = await signFor(services, session, { t: ticketId });
  return { pass: signed, expiresAt };
}

const archivePayload = z.strictObject({ s: z.string(), a: z.int() });

/** Signs a link to one archive. */
export async function issueArchiveLink(
  services: Signing,
  session: Session,
  archiveId: number,
): Promise<{ pass: string; expiresAt: string }> {
  const { signed, expiresAt } = await signFor(services, session, { a: archiveId });
  return { pass: signed, expiresAt };
}

/** Reads a link to an archive; null when the signature is not ours. */
export async function readArchiveLink(
  services: Signing,
  pass: string,
): Promise<{ tokenHash: Buffer; archiveId: number } | null> {
  const { success, data } = archivePayload.safeParse(await readSigned(services, pass));
  return success ? { tokenHash: Buffer.from(data.s, 'base64url'), archiveId: data.a } : null;
}

async function signFor(
  { db, contentKey }: Signing,
  session: Session,
  facts: object,
): Promise<{ signed: string; expiresAt: string }> {
  const text = JSON.stringify({ s: session.tokenHash.toString('base64url'), ...facts });
  const body = Buffer.from(text).toString('base64url');
  const expiresAt = await findSessionEnd(db, session.tokenHash);
  return { signed: `${body}.${sign(await contentKey.read(), body)}`, expiresAt: expiresAt.toISOString() };
}

/** Reads a link to files or attachments; null when the signature is not ours. The caller checks session, access and consent. */
export async function readContentLink(services: Signing, ticket: string): Promise<ContentLink | AttachmentLink | null> {
  const facts = await readSigned(services, ticket);
  const pass = passPayload.safeParse(facts).data;
  if (pass) return { tokenHash: Buffer.from(pass.s, 'base64url'), ticketId: pass.t };
  // A link that an earlier version signed has another payload and is refused.
  const { success, data } = payload.safeParse(facts);
  if (!success) return null;
  return {
    tokenHash: Buffer.from(data.s, 'base64url'),
    deviceId: data.d,
    capability: data.c as Capability,
    permission: data.p as FeaturePermission,
  };
}

/** Returns the signed payload; null when the signature is not ours. */
async function readSigned({ contentKey }: Signing, ticket: string): Promise<unknown> {
  const [body = '', signature = ''] = ticket.split('.');
  const expected = Buffer.from(sign(await contentKey.read(), body));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as unknown;
}

/** Returns the route that issues links; scope, consent and log are handled as for every read. */
export function contentLinkRoute(services: Services, endpoint: LinkEndpoint): Route<LinkEndpoint> {
  const capability = endpoint.device?.capability;
  if (!capability) throw new Error(`${endpoint.path} names no capability.`);
  const { permission } = endpoint.access;
  return handle(endpoint, ({ session, input }) =>
    issueContentLink(services, session, { deviceId: input.deviceId, capability, permission }),
  );
}

function sign(secret: Buffer, body: string): string {
  return createHmac('sha256', secret).update(body).digest('base64url');
}

/** A key that could not be read is read again the next time. */
export function createContentKey(db: Database): Services['contentKey'] {
  let known: Promise<Buffer> | null = null;
  return {
    read() {
      known ??= readLinkSecret(db).catch((error: unknown) => {
        known = null;
        throw error;
      });
      return known;
    },
  };
}
