import {
  capabilities,
  commandWords,
  conditionWords,
  curlyQuotes,
  quoted,
  timingWords,
  translator,
  type AlertCondition,
  type Capability,
  type Command,
  type PushMessage,
  type PushNotification,
  type ScheduleTiming,
} from '@fairwatch/contract';
import { shorten } from '../../core/web-push/send-push.ts';
import { retellRunTitle } from '../texts/run-titles.ts';
import texts from './push-texts.texts.json' with { type: 'json' };

const t = translator('server/push-texts', texts);

// What people read on a locked screen, where others may see it. It names the admin, what they ask for and why, and what an admin
// wrote for it to be shown. It names no file of the person and nothing of a ticket, which may be about anything.

type AskedCommand = Pick<Command, 'commandTypeEnum' | 'requestedBy' | 'details'>;
type SentNotification = Pick<PushNotification, 'id' | 'title' | 'message' | 'sentBy'>;

/** An admin waits for something of the device. A device has one open command: a later push takes the place of the one before. */
export function commandPush({ commandTypeEnum, requestedBy, details }: AskedCommand): PushMessage {
  const { camera, seconds } = details;
  const { asks } = commandWords(commandTypeEnum, {
    ...(camera !== undefined && { camera }),
    ...(seconds !== undefined && { seconds }),
  });
  return worded({
    kind: 'COMMAND',
    tag: 'command',
    title: asks(requestedBy),
    body: inLines(reasonWords(details.reason), t('openRequest')),
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
    title: t('share.title', { by, kind: capabilities[capability].title }),
    body: inLines(reasonWords(reason), t('share.body')),
    page: '/requests',
  });
}

/** An admin's message, as they wrote it. Who sent it stands in front, where their words cannot. */
export function notificationPush({ id, title, message, sentBy }: SentNotification): PushMessage {
  return worded({
    kind: 'NOTIFICATION',
    tag: `notification-${id}`,
    title: t('notification', { by: sentBy, title }),
    body: message,
    page: '/messages',
  });
}

/** An admin answered the person's ticket. */
export function ticketPush({ ticketId, by }: { ticketId: number; by: string }): PushMessage {
  return worded({
    kind: 'TICKET',
    tag: `ticket-${ticketId}`,
    title: t('ticket.title', { by }),
    body: t('ticket.body', { id: ticketId }),
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
    title: t(`schedule.${verb}`, { by, name: quoted(name, curlyQuotes) }),
    body: inLines(
      t('does', { title: retellRunTitle(title), when: timingWords(timing) }),
      purposeWords(purpose),
      t('openWatches'),
    ),
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
        ? t(`zone.${what}Several`, { by, count: names.length })
        : t(`zone.${what}`, { by, name: quoted(first, curlyQuotes) }),
    body: inLines(t('zone.body'), t('openWatches')),
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
    title: t(`alert.${what === 'switched on' ? 'switchedOn' : what}`, { by, name: quoted(name, curlyQuotes) }),
    body: inLines(
      t('condition', { condition: conditionWords(condition, zone) }),
      purposeWords(purpose),
      t('openWatches'),
    ),
    page: '/watches',
  });
}

function reasonWords(reason: unknown): string {
  return typeof reason === 'string' && reason !== '' ? t('reason', { reason: quoted(reason, curlyQuotes) }) : '';
}

const purposeWords = (purpose: string) => t('purpose', { purpose: quoted(purpose, curlyQuotes) });

const inLines = (...lines: string[]) => lines.filter((line) => line !== '').join('\n');

function worded(message: PushMessage): PushMessage {
  return { ...message, title: shorten(message.title, 120), body: shorten(message.body, 1200) };
}
