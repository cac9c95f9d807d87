import {
  accessLog,
  approvalList,
  assignedTickets,
  auditList,
  clientsOfAdmin,
  dashboard,
  deviceList,
  freeClients,
  notificationList,
  passcodeList,
  ticketMessages,
  userDetail,
  userList,
  type AuditDetails,
  type Endpoint,
} from '@fairwatch/contract';
import { shownOf, type ReadKind } from './read-kind.ts';

/** Lists over many devices, and pages about somebody who carries one: each device that is shown gets its line. */
export const overManyReads: readonly ReadKind[] = [
  seen(
    deviceList,
    'this device in the list of devices: its name and kind, its model and battery if you share them, and how you can be reached',
    'devices',
  ),
  seen(userList, 'you in the list of people: your name, and how you can be reached', 'people'),
  seen(clientsOfAdmin, 'this device in a list of devices to assign', 'devices to assign'),
  seen(freeClients, 'this device in a list of devices to assign', 'devices to assign'),
  seen(auditList, 'entries of this log', 'the log'),
  seen(accessLog, 'the name of this device in the log of who may see which devices', 'the access log'),
  seen(passcodeList, 'in the list of passcodes that you joined with this device', 'passcodes'),
  seen(notificationList, 'news about this device', 'notifications'),
  seen(approvalList, 'that somebody asked a second admin to agree to a use of this device', 'requests to agree'),
  seen(dashboard, 'your ticket on the dashboard', 'tickets'),
  seen(assignedTickets, 'your ticket in the list of tickets', 'tickets'),
  about(userDetail, () => 'looked at your profile: name, email, phone and devices'),
  about(ticketMessages, ({ object = 'your ticket', ...details }) => `read ${object}${shownOf(details, messages)}`),
];

const messages = ['message', 'messages'] as const;

/** Its line is written by whoever answers the call, since only they know which devices are concerned. */
function about(endpoint: Endpoint, words: ReadKind['words']): ReadKind {
  return { path: endpoint.path, describe: (_input, _answer, details) => details, words };
}

function seen(endpoint: Endpoint, what: string, among: string): ReadKind {
  return about(endpoint, ({ search, how, object }: Readonly<AuditDetails>) => {
    const part = object === undefined ? what : `${what}: ${object}`;
    if (how === 'EXPORT') return `exported ${part}`;
    return search === undefined ? `saw ${part}` : `searched ${among} for '${search}' and saw ${part}`;
  });
}
