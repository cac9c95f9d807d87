import { ticketLimits, translator, type TicketCategory } from '@fairwatch/contract';
import texts from './texts/messages.texts.json' with { type: 'json' };
import { momentText } from './times.ts';
import type { Tone } from './types.ts';

/** What the page of the messages says. */
export const messageWords = translator('device/messages', texts);

const tones = { INFO: 'accent', WARNING: 'warn', ALERT: 'bad' } as const satisfies Record<string, Tone>;
export type MessageKind = keyof typeof tones;

/** How a message is marked. One of a kind that only a newer server knows is shown as information. */
export function messageKind(notificationType: string): { kind: MessageKind; label: string; tone: Tone } {
  const kind = notificationType in tones ? (notificationType as MessageKind) : 'INFO';
  return { kind, label: messageWords(`kind.${kind}`), tone: tones[kind] };
}

/** Who wrote a message, and when it came. */
export function sentByText({ sentBy, receivedAt }: { sentBy: string; receivedAt: string }, now?: number): string {
  return messageWords('from', { sentBy, moment: momentText(receivedAt, now) });
}

/** The longest reply to a message, which leaves room for the message that it quotes. */
export const replyMaxLength = ticketLimits.descriptionMaxLength / 2;

/** A ticket that replies to a message: the reply, and below it the message with who wrote it. The first category is the usual one. */
export function replyTicket(
  message: { title: string; message: string; sentBy: string },
  reply: string,
  [category = 'OTHER']: readonly TicketCategory[],
) {
  const { titleMaxLength, descriptionMaxLength } = ticketLimits;
  const quoted = message.message.replaceAll(/^/gm, '> ');
  return {
    title: messageWords('replyTitle', { title: message.title }).slice(0, titleMaxLength),
    description: `${reply.trim()}\n\n${message.sentBy}:\n${quoted}`.slice(0, descriptionMaxLength),
    category,
    priority: 'MEDIUM' as const,
  };
}
