import { momentText } from './times.ts';
import type { Tone } from './types.ts';

/** What the page of the messages says. */
export const messageWords = {
  title: 'Messages',
  none: 'No messages yet.',
  notShared:
    'Admins can write to you when you switch on Notifications under Sharing. You can always write to them with a ticket.',
  isNew: 'New',
  delete: 'Delete from this phone',
} as const;

const kinds = {
  INFO: { label: 'Info', tone: 'accent' },
  WARNING: { label: 'Warning', tone: 'warn' },
  ALERT: { label: 'Alert', tone: 'bad' },
} as const satisfies Record<string, { label: string; tone: Tone }>;
export type MessageKind = keyof typeof kinds;

/** How a message is marked. One of a kind that only a newer server knows is shown as information. */
export function messageKind(notificationType: string): { kind: MessageKind; label: string; tone: Tone } {
  const kind = notificationType in kinds ? (notificationType as MessageKind) : 'INFO';
  return { kind, ...kinds[kind] };
}

/** Who wrote a message, and when it came. */
export function sentByText({ sentBy, receivedAt }: { sentBy: string; receivedAt: string }, now?: number): string {
  return `From ${sentBy}, ${momentText(receivedAt, now)}`;
}
