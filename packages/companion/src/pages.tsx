import { unreadTickets, newWatches, unreadMessages } from '@fairwatch/device/core';
import { IconHome, IconListDetails, IconMail, IconMenu2, IconShare3 } from '@tabler/icons-react';
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import type { NavItem } from './core/shell/navigation.tsx';

interface Page {
  path: string;
  view: LazyExoticComponent<ComponentType>;
}

/** Every page of a joined device. A path may have parts such as `:ticketId`. */
export const pages: readonly Page[] = [
  { path: '/', view: lazy(() => import('./features/home/home.view.tsx').then((file) => ({ default: file.HomeView }))) },
  {
    path: '/requests',
    view: lazy(() => import('./features/requests/requests.view.tsx').then((file) => ({ default: file.RequestsView }))),
  },
  { path: '/sharing', view: lazy(loadSharing) },
  {
    path: '/log',
    view: lazy(() => import('./features/log/log.view.tsx').then((file) => ({ default: file.LogView }))),
  },
  {
    path: '/messages',
    view: lazy(() => import('./features/messages/messages.view.tsx').then((file) => ({ default: file.MessagesView }))),
  },
  {
    path: '/tickets',
    view: lazy(() => import('./features/tickets/tickets.view.tsx').then((file) => ({ default: file.TicketsView }))),
  },
  {
    path: '/tickets/new',
    view: lazy(() =>
      import('./features/tickets/new-ticket.view.tsx').then((file) => ({ default: file.NewTicketView })),
    ),
  },
  {
    path: '/tickets/:ticketId',
    view: lazy(() => import('./features/tickets/ticket.view.tsx').then((file) => ({ default: file.TicketView }))),
  },
  {
    path: '/more',
    view: lazy(() => import('./features/more/more.view.tsx').then((file) => ({ default: file.MoreView }))),
  },
  {
    path: '/about',
    view: lazy(() => import('./features/more/about.view.tsx').then((file) => ({ default: file.AboutView }))),
  },
  {
    path: '/watches',
    view: lazy(() => import('./features/watches/watches.view.tsx').then((file) => ({ default: file.WatchesView }))),
  },
  {
    path: '/hours',
    view: lazy(() => import('./features/hours/hours.view.tsx').then((file) => ({ default: file.HoursView }))),
  },
  {
    path: '/leave',
    view: lazy(() => import('./features/leave/leave.view.tsx').then((file) => ({ default: file.LeaveView }))),
  },
];

/** The Sharing page shows parts of other features, which come in as props since features do not import each other. */
async function loadSharing(): Promise<{ default: ComponentType }> {
  const [{ SharingView }, { sharingDetails }] = await Promise.all([
    import('./features/sharing/sharing.view.tsx'),
    import('./sharing-details.ts'),
  ]);
  return { default: () => <SharingView details={sharingDetails} /> };
}

/** The items of the navigation at the bottom. */
export const navItems: readonly NavItem[] = [
  {
    path: '/',
    label: 'home',
    icon: IconHome,
    count: ({ requests, questions, watches }) => requests.length + questions.length + newWatches(watches).length,
  },
  { path: '/sharing', label: 'sharing', icon: IconShare3 },
  { path: '/log', label: 'log', icon: IconListDetails },
  {
    path: '/messages',
    label: 'messages',
    icon: IconMail,
    below: ['/tickets'],
    count: (live) => unreadMessages(live) + unreadTickets(live.tickets),
  },
  { path: '/more', label: 'more', icon: IconMenu2, below: ['/watches', '/hours', '/about', '/leave'] },
];
