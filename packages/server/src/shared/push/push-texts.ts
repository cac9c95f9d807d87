import {
  capabilities,
  commandWords,
  conditionWords,
  curlyQuotes,
  quoted,
  timingWords,
  type AlertCondition,
  type Capability,
  type Command,
  type PushMessage,
  type PushNotification,
  type ScheduleTiming,
} from '@fairwatch/contract';
import { shorten } from '../../core/web-push/send-push.ts';

// What people read on a locked screen, where others may see it. It names the admin, what they ask for and why, and what an admin
// wrote for it to be shown. It names no file of the person and nothing of a ticket, which may be about anything.

type AskedCommand = Pick<Command, 'commandTypeEnum' | 'requestedBy' | 'details'>;
type SentNotification = Pick<PushNotification, 'id' | 'title' | 'message' | 'sentBy'>;

/** An admin waits for something of the device. A device has one open command: a later push takes the place of the one before. */
export function commandPush({ commandTypeEnum, requestedBy, details }: AskedCommand): PushMessage {
  const { camera, seconds } = details;
  const { asked } = commandWords(commandTypeEnum, {
    ...(camera !== undefined && { camera }),
    ...(seconds !== undefined && { seconds }),
  });
  const what = asked.startsWith('asked for ')
    ? `asks for your ${asked.slice('asked for '.length).toLowerCase()}`
    : asked.replace(/^asked/, 'asks');
  return worded({
    kind: 'COMMAND',
    tag: 'command',
    title: `${requestedBy} ${what}`,
    body: `${reasonWords(details.reason)}Tap to open the request.`,
    page: '/requests',
  });
}

interface AskedConsent {
  capability: Capability;
  by: string;
  /** The reason that the admin gave; null for none. */
  reason: string | null;
}

/** An admin asks the person to share something. */
export function consentRequestPush({ capability, by, reason }: AskedConsent): PushMessage {
  return worded({
    kind: 'CONSENT_REQUEST',
    tag: `consent-${capability}`,
    title: `${by} asks you to share: ${capabilities[capability].title}`,
    body: `${reasonWords(reason)}You decide. Tap to answer.`,
    page: '/requests',
  });
}

/** An admin's message, as they wrote it. Who sent it stands in front, where their words cannot. */
export function notificationPush({ id, title, message, sentBy }: SentNotification): PushMessage {
  return worded({
    kind: 'NOTIFICATION',
    tag: `notification-${id}`,
    title: `${sentBy}: ${title}`,
    body: message,
    page: '/messages',
  });
}

/** An admin answered the person's ticket. */
export function ticketPush({ ticketId, by }: { ticketId: number; by: string }): PushMessage {
  return worded({
    kind: 'TICKET',
    tag: `ticket-${ticketId}`,
    title: `${by} answered your request for help`,
    body: `Request ${ticketId}. Tap to read the answer.`,
    page: `/tickets/${ticketId}`,
  });
}

interface SetSchedule {
  by: string;
  what: 'set' | 'joined' | 'changed' | 'resumed';
  name: string;
  purpose: string;
  title: string;
  timing: ScheduleTiming;
}

/** An admin set or changed a schedule that watches the device, or the device came under one. */
export function schedulePush({ by, what, name, purpose, title, timing }: SetSchedule): PushMessage {
  const verb = what === 'joined' ? 'set' : what;
  return worded({
    kind: 'WATCH',
    tag: 'watches',
    title: `${by} ${verb} a schedule for this phone: ${quoted(name, curlyQuotes)}`,
    body: `${title}. ${timingWords(timing)}.\nPurpose: ${quoted(purpose, curlyQuotes)}\nTap to see everything that watches this phone.`,
    page: '/watches',
  });
}

/** An admin set or changed zones that are for the device. */
export function zonePush({ by, what, names }: { by: string; what: 'set' | 'changed'; names: string[] }): PushMessage {
  const [first = ''] = names;
  return worded({
    kind: 'WATCH',
    tag: 'watches',
    title:
      names.length > 1
        ? `${by} ${what} ${names.length} places for this phone`
        : `${by} ${what} a place for this phone: ${quoted(first, curlyQuotes)}`,
    body: `It has a name on their map, where you share your location.\nTap to see everything that watches this phone.`,
    page: '/watches',
  });
}

interface SetRule {
  by: string;
  what: 'set' | 'changed' | 'switched on';
  name: string;
  purpose: string;
  condition: AlertCondition;
  zone: string;
}

/** An admin set, changed or switched on an alert rule that can fire for the device. */
export function alertRulePush({ by, what, name, purpose, condition, zone }: SetRule): PushMessage {
  return worded({
    kind: 'WATCH',
    tag: 'watches',
    title: `${by} ${what} an alert for this phone: ${quoted(name, curlyQuotes)}`,
    body: `${conditionWords(condition, zone)}.\nPurpose: ${quoted(purpose, curlyQuotes)}\nTap to see everything that watches this phone.`,
    page: '/watches',
  });
}

function reasonWords(reason: unknown): string {
  return typeof reason === 'string' && reason !== '' ? `Reason: ${quoted(reason, curlyQuotes)}\n` : '';
}

function worded(message: PushMessage): PushMessage {
  return { ...message, title: shorten(message.title, 120), body: shorten(message.body, 1200) };
}
