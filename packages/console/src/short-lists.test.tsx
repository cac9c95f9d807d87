import {
  dashboard,
  loadAppOffer,
  ticketDetail,
  ticketMessages,
  type AppOffer,
  type DashboardMetrics,
  type TicketDetail,
} from '@fairwatch/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { pressWhenShown, useFakeServer } from './open-page-for-test.tsx';

const server = useFakeServer();

const noCounts = { versions: [], otherDevices: 0 };
const metrics: DashboardMetrics = {
  usersCount: 1,
  devicesCount: 1,
  adminsCount: 1,
  activeDevicesCount: 0,
  appVersions: noCounts,
  osVersions: { ...noCounts, notShared: 1, withheld: 0 },
  activeUsers: { step: 'HOUR', points: [] },
  system: { stepSeconds: 60, points: [] },
  pendingUsers: [],
  tickets: [],
};
const offer: AppOffer = {
  // A place that offers the app, or a document: with neither, one empty view stands for the whole page.
  app: null,
  mediators: [],
  documents: [],
  termux: null,
};
const ticket: TicketDetail = {
  id: 3,
  title: 'No network',
  description: 'Since yesterday.',
  category: 'GENERAL',
  date: '2026-11-15T12:00:00.000Z',
  priority: 'LOW',
  status: 'OPEN',
  clientUsername: 'ann',
  clientName: 'ann',
  device: null,
  version: 1,
  updatedAt: '2026-11-15T12:00:00.000Z',
  messageCount: 0,
  unreadCount: 0,
  lastMessage: null,
  side: 'MINE',
  mayChange: true,
};

beforeEach(() => {
  server.answer(dashboard, metrics);
  server.answer(ticketDetail, ticket);
  server.answer(ticketMessages, { messages: [], older: null, newer: null });
});

const mediator = { name: 'A store', url: 'https://store.example.org/' };
const document: AppOffer['documents'][number] = {
  id: 4,
  fileName: 'Guide.pdf',
  size: 5,
  sha256: 'a'.repeat(64),
  updatedAt: '2026-11-14T10:00:00Z',
  updatedBy: 'ada',
  url: '/download/abc',
};

/** Every short list inside another page: the page, its empty view, and the endpoint that it reads. */
const shortLists: [page: string, title: string, call: string][] = [
  ['/', 'No Tickets available', 'user/dashboard'],
  ['/', 'No Pending Users available', 'user/dashboard'],
  ['/my-ticket/3', 'No Messages available', 'ticket/messages/complete'],
  ['/app-download', 'No Documents available', 'config/load'],
  ['/app-download', 'No Mediators available', 'config/load'],
];

describe('a short list without rows', () => {
  it.each(shortLists)(
    '[SPEC 2.100] on %s reads %s and has Refresh, which reads it again',
    async (path, title, call) => {
      const other = title === 'No Documents available' ? { mediators: [mediator] } : { documents: [document] };
      server.answer(loadAppOffer, { ...offer, ...other });
      const countCalls = () => server.calls.filter(([called]) => called === call).length;
      const page = server.open(path);
      const findView = () =>
        [...page.querySelectorAll('[aria-live=polite]')].find(
          (view) => view.querySelector('h2, h3')?.textContent === title,
        );
      await vi.waitUntil(() => findView() && page.querySelector('[aria-busy=true]') === null);
      const before = countCalls();
      await pressWhenShown(findView() ?? page, 'Refresh');
      await vi.waitFor(() => expect(countCalls()).toBeGreaterThan(before));
    },
  );
});
