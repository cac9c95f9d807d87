import type { StoredMessage } from '@fairwatch/device/core';
import {
  messageKind,
  messageWords,
  problemText,
  replyMaxLength,
  replyTicket,
  sentByText,
  ticketWords,
} from '@fairwatch/device/words';
import { isConnected, type Person } from '../../core/person/person.ts';
import { askText, showWhile } from '../../core/screen/ask.ts';
import { action, dim, problem, quote, text, type Page } from '../../core/screen/view.ts';

interface MessageLinks {
  /** Shows the ticket in which the person has replied. */
  openTicket(ticketId: number): void;
}

/** What admins wrote to the person. It stays on this phone until they delete it. */
export function createMessagesPage(person: Person, links: MessageLinks): Page {
  const { device, screen, now } = person;
  return {
    view() {
      const { messages, grants } = device.live.get();
      const isShared = grants.capabilities.includes('NOTIFICATIONS');
      return {
        title: messageWords('title'),
        blocks: [
          ...(messages.length === 0 ? [text(messageWords('none'))] : []),
          ...(messages.length === 0 && !isShared ? [dim(messageWords('notShared'))] : []),
          ...messages.map((message) =>
            action(message.title, () => screen.open(createMessagePage(person, message, links)), {
              key: String(message.notificationId),
              mark: markOf(message),
              hints: [sentByText(message, now().getTime())],
              style: messageKind(message.notificationType).tone,
            }),
          ),
        ],
      };
    },
  };
}

function markOf({ notificationType, state }: StoredMessage): string {
  const { label } = messageKind(notificationType);
  return state === 'DELIVERED' ? `${label}, ${messageWords('isNew')}:` : `${label}:`;
}

/** One message, to read and to answer. Opening it reports it as read to its sender. */
function createMessagePage(
  { device, screen, now }: Person,
  message: StoredMessage,
  { openTicket }: MessageLinks,
): Page {
  const { notificationId, notificationType } = message;
  let refusal: string | null = null;
  const repliedIn = () =>
    device.live.get().messages.find((each) => each.notificationId === notificationId)?.repliedIn ?? null;

  /** Opens a ticket that quotes the message. */
  async function reply(): Promise<void> {
    refusal = null;
    const title = messageWords('reply');
    const typed = await askText(screen, {
      title,
      blocks: [quote(message.message), dim(messageWords('replyReaders'))],
      label: title,
      maxLength: replyMaxLength,
      refuse: (given) => (given === '' ? ticketWords('fields.description.missing') : null),
    });
    if (typed === null) return;
    const ticket = replyTicket(message, typed, device.live.get().ticketCategories);
    const sending = device.replyToMessage(notificationId, ticket);
    try {
      await showWhile(screen, { title, blocks: [text(ticketWords('sending'))] }, sending);
    } catch (error) {
      refusal = problemText(error);
    }
    screen.refresh();
  }

  function replyBlock() {
    const ticketId = repliedIn();
    if (ticketId !== null) return action(messageWords('seeReply'), () => openTicket(ticketId));
    return isConnected(device) ? action(messageWords('reply'), reply) : dim(messageWords('replyNotConnected'));
  }

  const page: Page = {
    view: () => ({
      title: message.title,
      blocks: [
        text(messageKind(notificationType).label, messageKind(notificationType).tone),
        dim(sentByText(message, now().getTime())),
        quote(message.message),
        ...problem(refusal),
        replyBlock(),
        action(messageWords('delete'), async () => {
          await device.deleteMessage(notificationId);
          screen.close(page);
        }),
      ],
    }),
    opened() {
      if (message.state === 'DELIVERED') device.markMessage(notificationId, 'SEEN').catch(() => undefined);
    },
  };
  return page;
}
