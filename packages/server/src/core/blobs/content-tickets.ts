import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Capability, contentTicket, FeaturePermission, OutputOf } from '@fairwatch/contract';
import { z } from 'zod/mini';
import type { Database } from '../database/schema.ts';
import { handle, type Route, type Session } from '../http/route.ts';
import type { Services } from '../services.ts';
import { findSessionEnd, readTicketSecret } from './content-tickets.store.ts';

type TicketEndpoint = ReturnType<typeof contentTicket>;
type IssuedTicket = OutputOf<TicketEndpoint>;

/** What a ticket lets one session fetch: what one device sent under one capability. */
export interface Ticket {
  tokenHash: Buffer;
  deviceId: number;
  capability: Capability;
  /** Whose Read Only the session must hold when it fetches. */
  permission: FeaturePermission;
}

/** What lets one session fetch the attachments of one ticket. */
export interface TicketPass {
  tokenHash: Buffer;
  ticketId: number;
}

const passPayload = z.strictObject({ s: z.string(), t: z.int() });

/** Its letters are short, because a page carries it in each of its addresses. */
const payload = z.strictObject({
  s: z.string(),
  d: z.int(),
  c: z.string(),
  p: z.string(),
});

/** The same for as long as the session lasts, so that browsers keep what they have fetched. */
export async function issueTicket(
  { db }: Pick<Services, 'db'>,
  session: Session,
  { deviceId, capability, permission }: Omit<Ticket, 'tokenHash'>,
): Promise<IssuedTicket> {
  const { signed, expiresAt } = await signFor(db, session, { d: deviceId, c: capability, p: permission });
  return { ticket: signed, expiresAt };
}

/** The same for the attachments of one ticket. */
export async function issuePass(
  { db }: Pick<Services, 'db'>,
  session: Session,
  ticketId: number,
): Promise<{ pass: string; expiresAt: string }> {
  const { signed, expiresAt } = await signFor(db, session, { t: ticketId });
  return { pass: signed, expiresAt };
}

const archivePayload = z.strictObject({ s: z.string(), a: z.int() });

/** What lets one session fetch one archive. */
export async function issueArchivePass(
  { db }: Pick<Services, 'db'>,
  session: Session,
  archiveId: number,
): Promise<{ pass: string; expiresAt: string }> {
  const { signed, expiresAt } = await signFor(db, session, { a: archiveId });
  return { pass: signed, expiresAt };
}

/** What a pass to an archive says; null when it is none of ours. */
export async function readArchivePass(
  services: Pick<Services, 'db'>,
  pass: string,
): Promise<{ tokenHash: Buffer; archiveId: number } | null> {
  const { success, data } = archivePayload.safeParse(await readSigned(services, pass));
  return success ? { tokenHash: Buffer.from(data.s, 'base64url'), archiveId: data.a } : null;
}

async function signFor(db: Database, session: Session, facts: object): Promise<{ signed: string; expiresAt: string }> {
  const text = JSON.stringify({ s: session.tokenHash.toString('base64url'), ...facts });
  const body = Buffer.from(text).toString('base64url');
  const expiresAt = await findSessionEnd(db, session.tokenHash);
  return { signed: `${body}.${sign(await secretOf(db), body)}`, expiresAt: expiresAt.toISOString() };
}

/** What a ticket says; null when it is not one of ours. That its session, access and consent still hold is checked apart. */
export async function readTicket({ db }: Pick<Services, 'db'>, ticket: string): Promise<Ticket | TicketPass | null> {
  const facts = await readSigned({ db }, ticket);
  const pass = passPayload.safeParse(facts).data;
  if (pass) return { tokenHash: Buffer.from(pass.s, 'base64url'), ticketId: pass.t };
  // One that an earlier version signed says it otherwise.
  const { success, data } = payload.safeParse(facts);
  if (!success) return null;
  return {
    tokenHash: Buffer.from(data.s, 'base64url'),
    deviceId: data.d,
    capability: data.c as Capability,
    permission: data.p as FeaturePermission,
  };
}

/** What was signed; null when it was not by us. */
async function readSigned({ db }: Pick<Services, 'db'>, ticket: string): Promise<unknown> {
  const [body = '', signature = ''] = ticket.split('.');
  const expected = Buffer.from(sign(await secretOf(db), body));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as unknown;
}

/** The route of a declared ticket call; scope, consent and the log are checked and written as for every read. */
export function ticketRoute(services: Services, endpoint: TicketEndpoint): Route<TicketEndpoint> {
  const capability = endpoint.device?.capability;
  if (!capability) throw new Error(`${endpoint.path} names no capability.`);
  const { permission } = endpoint.access;
  return handle(endpoint, ({ session, input }) =>
    issueTicket(services, session, { deviceId: input.deviceId, capability, permission }),
  );
}

function sign(secret: Buffer, body: string): string {
  return createHmac('sha256', secret).update(body).digest('base64url');
}

/** One per database, which is one per server. */
const secrets = new WeakMap<Database, Promise<Buffer>>();

function secretOf(db: Database): Promise<Buffer> {
  const known = secrets.get(db) ?? readTicketSecret(db);
  secrets.set(db, known);
  known.catch(() => secrets.delete(db));
  return known;
}
