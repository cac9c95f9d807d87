import {
  appPermissions,
  apps,
  calendarEvents,
  callLogs,
  contacts,
  deviceInfo,
  locations,
  messages,
} from '@fairwatch/contract';
import { fakeMessages } from '@fairwatch/termux/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { useTermuxDevice } from '../testing/termux-device.ts';
import { useTestServer } from '../testing/servers/use-server.ts';

const server = useTestServer();
const device = useTermuxDevice(server);

afterEach(() => {
  for (const program of ['termux-contact-list', 'termux-call-log', 'termux-sms-list', 'termux-location'] as const) {
    device.phone.fake.setMode(program, 'normal');
  }
});

describe('a phone with Termux', { tags: 'full' }, () => {
  it('sends its calls, whatever digits its clock writes', async () => {
    expect(await device.update(callLogs)).toMatchObject({ stepType: 'DONE' });
    const rows = await device.rows(callLogs);
    expect(rows).toHaveLength(4);
    device.phone.fake.setMode('termux-call-log', 'arabic-digits');
    expect(await device.update(callLogs)).toMatchObject({ stepType: 'DONE' });
    const withoutIds = (list: typeof rows) => list.map((row) => ({ ...row, id: 0 }));
    expect(withoutIds(await device.rows(callLogs))).toEqual(withoutIds(rows));
    // 12:04 in Berlin, in summer.
    expect(JSON.stringify(rows)).toContain('2026-09-01T10:04:00');
  });

  it('sends its messages, whatever digits its clock writes', async () => {
    device.phone.fake.setMode('termux-sms-list', 'arabic-digits');
    expect(await device.update(messages)).toMatchObject({ stepType: 'DONE' });
    const rows = await device.rows(messages);
    expect(rows).toHaveLength(3);
    expect(rows[0]).toMatchObject({ direction: 'SENT', address: '+49171000003' });
    expect(Date.parse(String(rows[0]?.['date']))).toBe(Date.parse('2026-09-01T10:03:00Z'));
  });

  it('sends 50,000 messages', async () => {
    device.phone.fake.setRows('termux-sms-list', fakeMessages(50_000));
    expect(await device.update(messages)).toMatchObject({ stepType: 'DONE', errorDetails: null });
    const { envelope } = await server.api(messages.list, { deviceId: device.deviceId, pageSize: 20 });
    expect(envelope.meta.pagination).toMatchObject({ totalItems: 50_000 });
    device.phone.fake.setRows('termux-sms-list', fakeMessages(3));
  });

  it('sends its apps, its permissions and facts about itself, but nothing that names it for life', async () => {
    expect(await device.update(apps)).toMatchObject({ stepType: 'DONE' });
    expect(JSON.stringify(await device.rows(apps))).toContain('org.thoughtcrime.securesms');
    expect(await device.update(appPermissions)).toMatchObject({ stepType: 'DONE' });
    expect((await device.rows(appPermissions)).length).toBeGreaterThan(3);
    expect(await device.update(deviceInfo)).toMatchObject({ stepType: 'DONE' });
    const info = JSON.stringify(await device.rows(deviceInfo));
    expect(info).toContain('Pixel 7a');
    for (const secret of ['353918052345671', '262011234567890', '3c:a6:2f:11:22:33', '31201JEHN12345']) {
      expect(info).not.toContain(secret);
    }
  });

  it('sends the events of the calendar files that the person chose', async () => {
    expect(await device.update(calendarEvents)).toMatchObject({ stepType: 'DONE' });
    expect(await device.rows(calendarEvents)).toMatchObject([{ title: 'Dentist' }]);
  });
});

describe('a location', { tags: 'full' }, () => {
  it('comes from the network while the receiver finds no satellite', async () => {
    device.phone.fake.setMode('termux-location', 'hang', 'gps-once');
    const commandId = await device.ask(locations.update, {});
    await device.phone.tap(`allow ${commandId}`);
    expect(await device.ended(locations.history, commandId)).toMatchObject({ stepType: 'DONE' });
    expect(await device.rows(locations)).toMatchObject([{ latitude: 48.1391, longitude: 11.5802, accuracy: 23 }]);
  });

  it('is refused when the person declines', async () => {
    const commandId = await device.ask(locations.update, {});
    await device.phone.tap(`decline ${commandId}`);
    const { stepType, errorDetails } = await device.ended(locations.history, commandId);
    expect(stepType).toBe('DECLINED');
    expect(errorDetails).not.toBe('');
  });
});

describe('what goes wrong on the phone is the reason of the failed command', { tags: 'full' }, () => {
  it.each([
    ['permission', 'Android does not let Termux:API'],
    ['API_ERROR', 'failed'],
    ['empty', 'printed nothing'],
    ['cut', 'no JSON'],
    ['exit1', 'failed'],
  ] as const)('%s', async (mode, words) => {
    device.phone.fake.setMode('termux-contact-list', mode);
    const { stepType, errorDetails } = await device.update(contacts);
    expect(stepType).toBe('FAILED');
    expect(errorDetails).toContain(words);
    // The program goes on.
    device.phone.fake.setMode('termux-contact-list', 'normal');
    expect(await device.update(contacts)).toMatchObject({ stepType: 'DONE' });
  });
});
