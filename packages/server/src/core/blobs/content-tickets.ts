import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  commandCatalogue,
  type Capability,
  type contentTicket,
  type FeaturePermission,
  type OutputOf,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { Database } from '../database/schema.ts';
import { handle, type Route, type Session } from '../http/route.ts';
import type { Services } from '../services.ts';

type TicketEndpoint = ReturnType<typeof contentTicket>;
type IssuedTicket = OutputOf<TicketEndpoint>;

/** What a ticket lets one session fetch: what one device sent under one capability. */
export interface Ticket {
  tokenHash: Buffer;
  deviceId: number;
  capability: Capability;
  /** The session must hold one of these when it fetches. */
  permissions: readonly FeaturePermission[];
}

interface Wanted {
  deviceId: number;
  capability: Capability;
  /** Whose Read Only it takes; left out, any that asks devices for this capability. */
  permission?: FeaturePermission;
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
  p: z.array(z.string()),
});

/** The same for as long as the session lasts, so that browsers keep what they have fetched. */
export async function issueTicket(
  { db }: Pick<Services, 'db'>,
  session: Session,
  { deviceId, capability, permission }: Wanted,
): Promise<IssuedTicket> {
  const permissions = permission === undefined ? permissionsFor(capability) : [permission];
  const { signed, expiresAt } = await signFor(db, session, { d: deviceId, c: capability, p: permissions });
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

async function signFor(db: Database, session: Session, facts: object): Promise<{ signed: string; expiresAt: string }> {
  const text = JSON.stringify({ s: session.tokenHash.toString('base64url'), ...facts });
  const body = Buffer.from(text).toString('base64url');
  const { expires_at: expiresAt } = await db
    .selectFrom('sessions')
    .select('expires_at')
    .where('token_hash', '=', session.tokenHash)
    .executeTakeFirstOrThrow();
  return { signed: `${body}.${sign(await secretOf(db), body)}`, expiresAt: expiresAt.toISOString() };
}

/** What a ticket says; null when it is not one of ours. That its session, access and consent still hold is checked apart. */
export async function readTicket({ db }: Pick<Services, 'db'>, ticket: string): Promise<Ticket | TicketPass | null> {
  const [body = '', signature = ''] = ticket.split('.');
  const expected = Buffer.from(sign(await secretOf(db), body));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const facts: unknown = JSON.parse(Buffer.from(body, 'base64url').toString());
  const pass = passPayload.safeParse(facts).data;
  if (pass) return { tokenHash: Buffer.from(pass.s, 'base64url'), ticketId: pass.t };
  const { s, d, c, p } = payload.parse(facts);
  return {
    tokenHash: Buffer.from(s, 'base64url'),
    deviceId: d,
    capability: c as Capability,
    permissions: p as FeaturePermission[],
  };
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

function permissionsFor(capability: Capability): FeaturePermission[] {
  const asking = Object.values(commandCatalogue).filter((facts) => facts.capability === capability);
  return [...new Set(asking.map(({ permission }) => permission))];
}

function sign(secret: Buffer, body: string): string {
  return createHmac('sha256', secret).update(body).digest('base64url');
}

const secretKey = 'content.secret';
const secrets = new WeakMap<Database, Promise<Buffer>>();

/** Made once and kept in the settings: tickets outlive a restart, and every server of a cluster takes them. */
function secretOf(db: Database): Promise<Buffer> {
  const known = secrets.get(db) ?? readSecret(db);
  secrets.set(db, known);
  known.catch(() => secrets.delete(db));
  return known;
}

async function readSecret(db: Database): Promise<Buffer> {
  const made = JSON.stringify(randomBytes(32).toString('base64url'));
  const { rows } = await sql<{ value: string }>`
    insert into settings (key, value) values (${secretKey}, ${made}::jsonb)
    on conflict (key) do update set value = settings.value returning value #>> '{}' as value`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The secret of tickets could not be stored.');
  return Buffer.from(row.value, 'base64url');
}
