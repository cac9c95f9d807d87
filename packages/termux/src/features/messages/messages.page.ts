import type { StoredMessage } from '@fairwatch/device/core';
import { messageKind, messageWords, sentByText } from '@fairwatch/device/words';
import type { Person } from '../../core/person/person.ts';
import { action, dim, quote, text, type Page } from '../../core/screen/view.ts';

/** What admins wrote to the person. It stays on this phone until they delete it. */
export function createMessagesPage(person: Person): Page {
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
            action(message.title, () => screen.open(createMessagePage(person, message)), {
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

/** One message. Opening it reports it as read to its sender. */
function createMessagePage({ device, screen, now }: Person, message: StoredMessage): Page {
  const { notificationId, notificationType } = message;
  const page: Page = {
    view: () => ({
      title: message.title,
      blocks: [
        text(messageKind(notificationType).label, messageKind(notificationType).tone),
        dim(sentByText(message, now().getTime())),
        quote(message.message),
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
