import {
  deviceStatuses,
  mapPositions,
  missingPositions,
  type ConsoleSocketMessage,
  type MapPositions,
} from '@fairwatch/contract';
import { describe, expect, it, vi } from 'vitest';
import { FakeWebSocket } from './shared/socket/web-socket-for-test.ts';
import { pressWhenShown, useFakeServer, waitForText } from './open-page-for-test.tsx';

const server = useFakeServer();
const online = deviceStatuses.indexOf('Online');

function answer(ids: readonly number[], more: Partial<MapPositions> = {}): MapPositions {
  return {
    positions: ids.map((id) => [id, 48, 16 + id / 100, 10 + id, Date.now(), online, 0]),
    names: ids.map((id) => `Phone ${id}`),
    people: ids.map((id) => `person-${id}`),
    shown: null,
    notShared: 0,
    noPosition: 0,
    withheld: 0,
    cut: false,
    asOf: '2026-11-17T08:00:00.000Z',
    ...more,
  };
}

const asked = () => server.calls.filter(([path]) => path === 'location/positions').map(([, input]) => input);
const items = (page: Element) => [...page.querySelectorAll('ul[aria-label="Devices on the map"] > li')];

function tell(message: ConsoleSocketMessage): void {
  const socket = FakeWebSocket.latest();
  socket.accept();
  socket.hear(JSON.stringify(message));
}

describe('the page of the map', () => {
  it('lists every device by name, with its age and accuracy and the way to its page', async () => {
    server.answer(mapPositions, answer([10, 9], { notShared: 3, noPosition: 1 }));
    const page = server.open('/map');
    await waitForText(page, 'Phone 10');
    expect(items(page).map((item) => item.querySelector('button')?.getAttribute('aria-label'))).toEqual([
      expect.stringMatching(/^Phone 9, person-9, Online, .+, ± 19 m$/),
      expect.stringMatching(/^Phone 10, person-10, Online, .+, ± 20 m$/),
    ]);
    expect(items(page)[0]?.querySelector('a')?.getAttribute('href')).toBe('/device/overview/9');
    await waitForText(page, '2 devices · 3 do not share their location · 1 has sent none yet');
    // Without WebGL the list is all there is, and the page says so.
    expect(page.textContent).toContain('The list of devices has the same.');
  });

  it('names who does not share and who has sent nothing, once somebody asks', async () => {
    server.answer(mapPositions, answer([1], { notShared: 1, noPosition: 1 }));
    const devices = [
      { deviceId: 4, name: 'Phone 4', person: 'ben', why: 'NOT_SHARED' },
      { deviceId: 5, name: 'Phone 5', person: 'eva', why: 'NONE_SENT' },
    ];
    server.answer(missingPositions, { devices, cut: false });
    const page = server.open('/map?search=phone');
    await pressWhenShown(page, 'Who is not on the map?');
    await waitForText(page, 'Phone 5');
    const named = ['Do not share their location now', 'Share it, and have sent none yet'].map(
      (title) => page.querySelector(`section[aria-label="${title}"] li`)?.textContent,
    );
    expect(named).toEqual(['Phone 4 · ben', 'Phone 5 · eva']);
    expect(server.calls.filter(([path]) => path === 'location/missing')).toEqual([
      ['location/missing', { search: 'phone' }],
    ]);
  });

  it('asks with what the URL says', async () => {
    server.answer(mapPositions, answer([1]));
    server.open('/map?search=anna&status=Online&groupId=4');
    await vi.waitFor(() => expect(asked()).toEqual([{ search: 'anna', status: 'Online', groupId: 4 }]));
  });

  it('keeps who is chosen in the URL', async () => {
    server.answer(mapPositions, answer([1, 2]));
    const page = server.open('/map');
    await waitForText(page, 'Phone 2');
    items(page)[1]?.querySelector('button')?.click();
    await vi.waitFor(() => expect(location.search).toBe('?device=2'));
    await vi.waitFor(() => expect(items(page)[1]?.querySelector('button')?.getAttribute('aria-pressed')).toBe('true'));
  });

  it('asks for what is newer when something has changed, and forgets who is not shown any more', async () => {
    const whole = answer([1, 2]);
    server.answer(mapPositions, whole);
    const page = server.open('/map');
    await waitForText(page, 'Phone 2');
    server.answer(mapPositions, answer([], { shown: [[2, online, 0]], notShared: 1 }));
    tell({ messageType: 'CHANGED', feature: 'grants', deviceId: 1 });
    await vi.waitFor(() => expect(items(page)).toHaveLength(1), { timeout: 5000 });
    expect(page.textContent).not.toContain('Phone 1');
    expect(asked()).toEqual([{ search: '' }, { search: '', since: whole.asOf }]);
  });

  it('reads all again when somebody is shown who was not known', async () => {
    server.answer(mapPositions, answer([1]));
    const page = server.open('/map');
    await waitForText(page, 'Phone 1');
    const shown: MapPositions['shown'] = [1, 2].map((id) => [id, online, 0]);
    server.answer(mapPositions, answer([1], { shown }));
    tell({ messageType: 'CHANGED', feature: 'grants', deviceId: 2 });
    await vi.waitFor(() => expect(asked()).toHaveLength(3), { timeout: 5000 });
    expect(asked()[2]).toEqual({ search: '' });
  });

  it.each([
    ['nobody shares', '/map', { notShared: 2 }, 'Nobody shares their location'],
    ['nobody has sent one', '/map', { noPosition: 2 }, 'Nobody has sent a location yet'],
    ['some do not share and others have sent none', '/map', { notShared: 1, noPosition: 1 }, 'No location yet'],
    ['there is no device', '/map', {}, 'No device yet'],
    ['nobody is found', '/map?search=anna', {}, 'No device found'],
    ['a reason is needed', '/map', { withheld: 2 }, 'A reason is needed'],
  ])('says so when %s', async (_, path, facts, title) => {
    server.answer(mapPositions, answer([], facts));
    const page = server.open(path);
    await waitForText(page, title);
    const before = asked().length;
    await pressWhenShown(page, 'Refresh');
    await vi.waitFor(() => expect(asked().length).toBeGreaterThan(before), { timeout: 5000 });
  });

  it('adds rows of a long list at a press', async () => {
    server.answer(mapPositions, answer(Array.from({ length: 120 }, (_, place) => place + 1)));
    const page = server.open('/map');
    await waitForText(page, 'Phone 50');
    expect(items(page)).toHaveLength(50);
    await pressWhenShown(page, 'Show 50 more');
    await vi.waitFor(() => expect(items(page)).toHaveLength(100));
    await pressWhenShown(page, 'Show 20 more');
    await vi.waitFor(() => expect(items(page)).toHaveLength(120));
  });
});
