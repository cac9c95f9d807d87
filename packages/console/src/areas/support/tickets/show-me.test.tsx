import {
  defaultPolicies,
  deviceGrants,
  featurePermissions,
  liveView,
  loadReason,
  ticketDetail,
  type TicketDetail,
} from '@fairwatch/contract';
import { beforeEach, expect, it, vi } from 'vitest';
import { findButton, pressWhenShown, useFakeServer, waitForText } from '../../../open-page-for-test.tsx';

const server = useFakeServer();

const ticket: TicketDetail = {
  id: 12,
  title: 'My screen stays dark',
  description: 'Since this morning.',
  category: 'SUPPORT',
  date: '2026-11-18T10:00:00.000Z',
  priority: 'MEDIUM',
  status: 'OPEN',
  clientUsername: 'anna',
  clientName: 'anna',
  device: { deviceId: 3, deviceName: "Anna's phone" },
  version: 1,
  updatedAt: '2026-11-18T10:00:00.000Z',
  messageCount: 0,
  unreadCount: 0,
  lastMessage: null,
  side: 'SUBORDINATES',
  mayChange: true,
};

beforeEach(() => {
  server.answer(ticketDetail, ticket);
  server.answer(liveView, { session: null, viewers: [], refusal: null });
  server.answer(deviceGrants, { grants: [] });
});

it('leads to the form for a live view of the device, with the ticket as the suggested reason', async () => {
  const policies = { ...defaultPolicies, CAMERA: { reason: 'REQUIRED', approval: false } };
  const box = server.open('/subordinates-ticket/12');
  await vi.waitFor(() => expect(findButton(box, 'Show me')).toBeDefined());
  server.answer(loadReason, { policies, given: [] });
  await pressWhenShown(box, 'Show me');
  await vi.waitFor(() => expect(location.pathname + location.search).toBe('/device/video-recorder/3?live=open'));
  await waitForText(box, 'Ask for a live view');
  await vi.waitFor(() =>
    expect(box.querySelector('dialog textarea')?.textContent).toBe('Ticket 12: My screen stays dark'),
  );
});

it.each([
  ['a ticket that an admin opened', { device: null }, featurePermissions],
  ['an admin who may not film', {}, featurePermissions.filter((name) => name !== 'VIDEO_RECORDER')],
])('is not there for %s', async (_, change, permissions) => {
  server.answer(ticketDetail, { ...ticket, ...change });
  const box = server.open('/subordinates-ticket/12', permissions);
  await waitForText(box, 'Since this morning.');
  expect(findButton(box, 'Show me')).toBeUndefined();
});
