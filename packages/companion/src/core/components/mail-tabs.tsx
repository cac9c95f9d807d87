import { unreadTickets, unreadMessages } from '@fairwatch/device/core';
import { useLive } from '../live/companion-context.ts';
import { PageTabs } from './page-tabs.tsx';
import { commonText } from '../texts/common.texts.ts';

/** Tabs for the messages of admins and the person's tickets. */
export function MailTabs() {
  const messages = useLive(unreadMessages);
  const tickets = useLive((live) => unreadTickets(live.tickets));
  return (
    <PageTabs
      label={commonText('mail.label')}
      tabs={[
        { path: '/messages', label: commonText('mail.messages'), count: messages },
        { path: '/tickets', label: commonText('mail.tickets'), count: tickets },
      ]}
    />
  );
}
