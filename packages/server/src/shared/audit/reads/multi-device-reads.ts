import {
  accessLog,
  alertList,
  alertRules,
  approvalList,
  assignedTickets,
  auditList,
  clientsOfAdmin,
  dashboard,
  deviceList,
  freeClients,
  mapPositions,
  notificationList,
  passcodeList,
  previewRule,
  previewRun,
  reportMail,
  scheduleList,
  ticketMessages,
  tryAlertRule,
  userDetail,
  userList,
  zoneList,
  weekReport,
  type AuditDetails,
  type Endpoint,
} from '@fairwatch/contract';
import { amount, shownOf, type ReadKind } from './read-kind.ts';

/** How reads of lists over many devices, and of pages about one person, are logged: each device that is shown gets an entry. */
export const multiDeviceReads: readonly ReadKind[] = [
  seenIn(
    deviceList,
    'this device in the list of devices: its name and kind, its model and battery if you share them, and how you can be reached',
    'devices',
  ),
  seenIn(userList, 'you in the list of people: your name, and how you can be reached', 'people'),
  seenIn(clientsOfAdmin, 'this device in a list of devices to assign', 'devices to assign'),
  seenIn(freeClients, 'this device in a list of devices to assign', 'devices to assign'),
  seenIn(auditList, 'entries of this log', 'the log'),
  seenIn(accessLog, 'the name of this device in the log of who may see which devices', 'the access log'),
  seenIn(passcodeList, 'in the list of passcodes that you joined with this device', 'passcodes'),
  seenIn(notificationList, 'news about this device', 'notifications'),
  seenIn(scheduleList, 'this device in the list of schedules', 'schedules'),
  seenIn(zoneList, 'this device in the list of zones', 'zones'),
  seenIn(mapPositions, 'your newest position on the map', 'the map'),
  seenIn(alertList, 'what alert rules told of this device', 'alerts'),
  seenIn(alertRules, 'this device in the list of alert rules', 'alert rules'),
  about(tryAlertRule, ({ object, area, count }) => {
    const asked = object === undefined ? '' : `: "${object}"${area === undefined ? '' : `, ${String(area)}`}`;
    const fired = count === undefined ? '' : `; it would have fired ${amount(count, ['time', 'times'])}`;
    return `tried an alert rule on the past week of this device${asked}${fired}`;
  }),
  about(previewRule, ({ search = '' }) => `tried a rule for a group on the details of this device: ${search}`),
  about(previewRun, ({ object }) => `asked whether this could be done on this device now: ${object ?? 'an action'}`),
  seenIn(approvalList, 'that somebody asked a second admin to agree to a use of this device', 'requests to agree'),
  seenIn(dashboard, 'your ticket on the dashboard', 'tickets'),
  seenIn(assignedTickets, 'your ticket in the list of tickets', 'tickets'),
  seenIn(reportMail, 'that the report about this device is mailed to them each week', 'reports'),
  about(weekReport, ({ object, how, ...details }) => {
    const what = `a report about you${object === undefined ? '' : ` ${object}`}: how far you went, your stops, and how long you were in zones`;
    if (details['mailed'] === 'yes') return `was mailed ${what}`;
    return `${how === 'EXPORT' ? 'exported' : 'looked at'} ${what}`;
  }),
  about(userDetail, () => 'looked at your profile: name, email, phone and devices'),
  about(ticketMessages, ({ object = 'your ticket', ...details }) => `read ${object}${shownOf(details, messages)}`),
];

const messages = ['message', 'messages'] as const;

/** The endpoint's handler writes the entry, because only it knows which devices are concerned. */
function about(endpoint: Endpoint, words: ReadKind['words']): ReadKind {
  return { path: endpoint.path, describe: (_input, _answer, details) => details, words };
}

function seenIn(endpoint: Endpoint, what: string, among: string): ReadKind {
  return about(endpoint, ({ search, how, object }: Readonly<AuditDetails>) => {
    const part = object === undefined ? what : `${what}: ${object}`;
    if (how === 'EXPORT') return `exported ${part}`;
    return search === undefined ? `saw ${part}` : `searched ${among} for '${search}' and saw ${part}`;
  });
}
