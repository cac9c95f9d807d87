import { unreadTickets, unreadMessages } from '@fairwatch/device/core';
import { useLive } from '../live/companion-context.ts';
import { PageTabs } from './page-tabs.tsx';

/** Tabs for the messages of admins and the person's tickets. */
export function MailTabs() {
  const messages = useLive(unreadMessages);
  const tickets = useLive((live) => unreadTickets(live.tickets));
  return (
    <PageTabs
      label="Messages and tickets"
      tabs={[
        { path: '/messages', label: 'From admins', count: messages },
        { path: '/tickets', label: 'Your tickets', count: tickets },
      ]}
    />
  );
}
