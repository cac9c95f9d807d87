import type { Grants } from '@fairwatch/contract';
import type { ConnectionState } from '../core/index.ts';

/** What is said about who supervises, and about the connection. */
export const connectionWords = {
  supervisors: 'Who supervises this phone',
  notConnected: 'Not connected',
  retry: 'Try now',
} as const;

/** The permanent note: by whom the phone is supervised. At most two names, and how many more. */
export function supervisedByText(admins: readonly string[]): string {
  return `Supervised by ${nameSome(admins)}`;
}

function nameSome(admins: readonly string[]): string {
  if (admins.length === 0) return 'nobody at the moment';
  const [first, second, ...more] = admins;
  if (second === undefined) return first ?? '';
  return more.length === 0 ? `${first} and ${second}` : `${first}, ${second} and ${more.length} more`;
}

/** All who supervise, by name. Before the server has told, it is the admin whose passcode the person used. */
export function supervisorsText(
  supervision: { admins: readonly string[]; moreAdmins: number } | null,
  admin: string,
): string {
  const { admins, moreAdmins } = supervision ?? { admins: [admin], moreAdmins: 0 };
  return `${admins.join(', ') || 'Nobody at the moment'}${moreAdmins > 0 ? ` and ${moreAdmins} more` : ''}`;
}

const states = {
  paused: { text: 'Paused', tone: 'paused' },
  connected: { text: 'Connected', tone: 'good' },
  connecting: { text: 'Connecting…', tone: 'waiting' },
  away: { text: 'Not connected', tone: 'waiting' },
  offline: { text: 'Offline', tone: 'waiting' },
} as const;

/** How sharing and the connection are now, in a word. `isOnline` is false when the phone knows that it has no network. */
export function stateWords(
  { grants, connection }: { grants: Pick<Grants, 'paused'>; connection: ConnectionState },
  isOnline = true,
): (typeof states)[keyof typeof states] {
  if (grants.paused) return states.paused;
  // A server on the same machine answers without a network.
  if (connection === 'connected') return states.connected;
  if (!isOnline) return states.offline;
  return connection === 'connecting' ? states.connecting : states.away;
}

/** What it means that there is no connection. */
export function notConnectedText(isOnline = true): string {
  const why = isOnline ? 'The server cannot be reached. It is tried again by itself.' : 'This phone is offline.';
  return `${why} What you change now counts here at once, and the server is told when you are back.`;
}
