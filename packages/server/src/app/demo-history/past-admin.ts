import {
  acceptInvitation,
  approvalList,
  createInvitation,
  decideApproval,
  capabilityNames,
  giveReason,
  login,
  logout,
  register,
  sendVerification,
  type RoleTemplateId,
} from '@fairwatch/contract';
import type { Command, Endpoint, Envelope, FormBody, InputOf, OutputOf } from '@fairwatch/contract';
import { randomBytes } from 'node:crypto';
import { z } from 'zod/mini';
import { createToken } from '../../core/http/bearer-token.ts';
import { findAccountByName } from '../../modules/accounts/accounts.store.ts';
import { insertSession } from '../../shared/sessions/sessions.store.ts';
import { historyAgent } from './past-clock.store.ts';
import { hasEnded } from './story-state.store.ts';
import type { PastServer } from './past-server.ts';

/** A call was refused with this error code. */
export class CallRefused extends Error {
  readonly code: string;

  constructor(path: string, code: string, text: string) {
    super(`${path}: ${text}`);
    this.code = code;
  }
}

/** The server that is called, which is the one in the past until the history is complete. */
export type CalledServer = Pick<PastServer, 'url' | 'services' | 'signal'>;

/** An admin who is signed in on a past day and makes the calls of a console. */
export interface PastAdmin {
  userId: number;
  username: string;
  /** Why they use devices, where the owner's policies demand a reason. */
  reason: string;
  /** Who agrees at once to what takes a second admin; null while nobody does. */
  second: PastAdmin | null;
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<OutputOf<E>>;
  send<E extends Endpoint & { form: FormBody }>(
    endpoint: E,
    input: InputOf<E>,
    bytes: Uint8Array,
  ): Promise<OutputOf<E>>;
  /** Requests a command and waits for its end. False when it was refused. */
  command<E extends CommandEndpoint>(endpoint: E, input: InputOf<E>): Promise<boolean>;
  signOut(): Promise<void>;
}

type CommandEndpoint = Endpoint & { output: { _zod: { output: Command } } };

/** Registers a pending account with the mailed code. Its random password is not kept. */
export async function registerAccount(server: PastServer, username: string): Promise<PastAdmin> {
  const email = `${username}@example.com`;
  const password = randomBytes(24).toString('base64url');
  await post(server, sendVerification, { email }, null);
  const letter = server.letters.findLast(({ to }) => to === email);
  const code = /code: (\d{6})/.exec(letter?.text ?? '')?.[1] ?? '';
  await post(server, register, { email, code, username, password, confirmPassword: password }, null);
  // `rememberMe`, because the session must last for days of the history.
  const { token } = await post(server, login, { username, password, rememberMe: true }, null);
  return await signedIn(server, username, token);
}

/** Invites a colleague, who accepts at once. Their random password is not kept. */
export async function inviteAccount(
  server: PastServer,
  by: PastAdmin,
  { username, template, groupIds }: { username: string; template: RoleTemplateId; groupIds: number[] },
): Promise<PastAdmin> {
  const { token: invitation } = await by.call(createInvitation, { name: username, template, groupIds });
  const password = randomBytes(24).toString('base64url');
  const accepted = { token: invitation ?? '', username, password, confirmPassword: password };
  await post(server, acceptInvitation, accepted, null);
  const account = await findAccountByName(server.services.db, username);
  if (account === null) throw new Error(`${username} has no account.`);
  // The session of somebody who accepts is not remembered, and would end before the next day of the history.
  return await actAs(server, { id: account.id, username });
}

/**
 * Acts as this account. Its password is not known here, so the session is created directly in the database; it ends with the history.
 */
export async function actAs(
  server: CalledServer,
  { id, username }: { id: number; username: string },
): Promise<PastAdmin> {
  const { token, tokenHash } = createToken();
  const session = { userId: id, remembered: true, address: '127.0.0.1', userAgent: historyAgent };
  await insertSession(server.services.db, tokenHash, session);
  return await signedIn(server, username, token);
}

async function signedIn(server: CalledServer, username: string, token: string): Promise<PastAdmin> {
  const account = await findAccountByName(server.services.db, username);
  if (account === null) throw new Error(`${username} has no account.`);
  const ask: PastAdmin['call'] = (endpoint, input) => post(server, endpoint, input, token);
  const call: PastAdmin['call'] = async (endpoint, input) => {
    for (let missing: string | null = null; ;) {
      try {
        return await ask(endpoint, input);
      } catch (error) {
        // What is still missing after it was given stays missing.
        if (
          !(error instanceof CallRefused) ||
          error.code === missing ||
          !(await provide(admin, error.code, { endpoint, input }))
        )
          throw error;
        missing = error.code;
      }
    }
  };
  const admin: PastAdmin = {
    userId: account.id,
    username,
    reason: 'We look at this together once a week.',
    second: null,
    call,
    async send(endpoint, input, bytes) {
      const body = new FormData();
      for (const [name, value] of Object.entries(input as object)) body.set(name, String(value));
      body.set(endpoint.form.file, new Blob([new Uint8Array(bytes)]), 'file');
      return await answerOf(endpoint, await fetch(new URL(endpoint.path, server.url), request(body, token)));
    },
    async command(endpoint, input) {
      try {
        const { id } = (await call(endpoint, input)) as Command;
        await untilEnded(server, id);
        return true;
      } catch (error) {
        if (error instanceof CallRefused) return false;
        throw error;
      }
    },
    signOut: async () => void (await ask(logout, {})),
  };
  return admin;
}

const ofDevice = z.object({ deviceId: z.int() });

/** Provides what a refused use of a device lacks: the reason, or that a second admin agrees. False when it cannot be provided. */
async function provide(
  { call, reason, second }: PastAdmin,
  code: string,
  { endpoint, input }: { endpoint: Endpoint; input: unknown },
): Promise<boolean> {
  const { deviceId } = ofDevice.safeParse(input).data ?? {};
  if (deviceId === undefined) return false;
  if (code === 'reason_required') {
    const capability = endpoint.device?.capability ?? capabilityNames.find((name) => endpoint.tells.includes(name));
    if (capability === undefined) return false;
    await call(giveReason, { deviceId, capability, reason });
    return true;
  }
  if (code !== 'approval_needed' || second === null) return false;
  const waiting = (await second.call(approvalList, {})).filter((each) => each.deviceId === deviceId && each.decidable);
  for (const { id } of waiting) await second.call(decideApproval, { id, agree: true });
  return waiting.length > 0;
}

async function post<E extends Endpoint>(
  { url }: CalledServer,
  endpoint: E,
  input: InputOf<E>,
  token: string | null,
): Promise<OutputOf<E>> {
  const asked = request(JSON.stringify(input), token);
  const headers = { ...asked.headers, 'content-type': 'application/json' };
  return await answerOf(endpoint, await fetch(new URL(endpoint.path, url), { ...asked, headers }));
}

function request(body: string | FormData, token: string | null) {
  const authorization = token === null ? {} : { authorization: `Bearer ${token}` };
  return { method: 'POST', body, headers: { 'user-agent': historyAgent, ...authorization } };
}

async function answerOf<E extends Endpoint>({ path }: E, response: Response): Promise<OutputOf<E>> {
  const { data, meta } = (await response.json()) as Envelope<OutputOf<E>>;
  if (!meta.has_error) return data;
  throw new CallRefused(path, meta.message[0]?.code ?? '', meta.message[0]?.text.client ?? String(response.status));
}

/** The polling interval for a command's end, in case an event was missed. */
const lookAgainMs = 500;

async function untilEnded({ services: { bus, db }, signal }: CalledServer, commandId: number): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const changed = Promise.withResolvers<void>();
    const unsubscribe = bus.subscribe('changed', ({ feature }) => {
      if (feature === 'commands') changed.resolve();
    });
    const timer = setTimeout(changed.resolve, lookAgainMs);
    try {
      if (await hasEnded(db, commandId)) return;
      await changed.promise;
    } finally {
      clearTimeout(timer);
      unsubscribe();
    }
  }
}
