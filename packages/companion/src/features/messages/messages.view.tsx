import { messageWords } from '@fairwatch/device/words';
import { Text } from '@mantine/core';
import { Card } from '../../core/components/card.tsx';
import { MailTabs } from '../../core/components/mail-tabs.tsx';
import { ItemList } from '../../core/components/item-list.tsx';
import { PageTitle } from '../../core/components/page-title.tsx';
import { useLive } from '../../core/live/companion-context.ts';
import { MessageRow } from './message-row.tsx';

/** What admins wrote to the person. It stays on this phone until they delete it. */
export function MessagesView() {
  const messages = useLive((live) => live.messages);
  const isShared = useLive((live) => live.grants.capabilities.includes('NOTIFICATIONS'));
  return (
    <>
      <PageTitle>{messageWords('title')}</PageTitle>
      <MailTabs />
      {messages.length === 0 && (
        <Card>
          <Text>{messageWords('none')}</Text>
          {!isShared && <Text c="dimmed">{messageWords('notShared')}</Text>}
        </Card>
      )}
      <ItemList>
        {messages.map((message) => (
          <MessageRow key={message.notificationId} message={message} />
        ))}
      </ItemList>
    </>
  );
}
