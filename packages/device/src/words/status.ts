import { translator, type Grants, namesText } from '@fairwatch/contract';
import type { ConnectionState } from '../core/index.ts';
import texts from './texts/status.texts.json' with { type: 'json' };

/** What is said about who supervises, about the connection, and about pausing. */
export const statusWords = translator('device/status', texts);

/** The permanent note: by whom the phone is supervised. At most two names, and how many more. */
export function supervisedByText(admins: readonly string[]): string {
  const [first, second, ...more] = admins;
  const key = (['nobody', 'one', 'two'] as const)[admins.length] ?? 'more';
  return statusWords(`supervisedBy.${key}`, { first, second, count: more.length });
}

/** All who supervise, by name. Before the server has told, it is the admin whose passcode the person used. */
export function supervisorsText(
  supervision: { admins: readonly string[]; moreAdmins: number } | null,
  admin: string,
): string {
  const { admins, moreAdmins } = supervision ?? { admins: [admin], moreAdmins: 0 };
  const names = admins.length === 0 ? statusWords('nobody') : namesText(admins);
  return moreAdmins > 0 ? statusWords('andMore', { names, count: moreAdmins }) : names;
}

export type Status = 'paused' | 'connected' | 'connecting' | 'away' | 'offline';

/** How sharing and the connection are now. `isOnline` is false when the phone knows that it has no network. */
export function statusOf(
  { grants, connection }: { grants: Pick<Grants, 'paused'>; connection: ConnectionState },
  isOnline = true,
): Status {
  if (grants.paused) return 'paused';
  // A server on the same machine answers without a network.
  if (connection === 'connected') return 'connected';
  if (!isOnline) return 'offline';
  return connection === 'connecting' ? 'connecting' : 'away';
}

/** How a status is marked. */
export function statusTone(status: Status): 'paused' | 'good' | 'waiting' {
  if (status === 'paused') return 'paused';
  return status === 'connected' ? 'good' : 'waiting';
}

/** What it means that there is no connection. */
export function notConnectedText(isOnline = true): string {
  return statusWords(isOnline ? 'away' : 'offline');
}
