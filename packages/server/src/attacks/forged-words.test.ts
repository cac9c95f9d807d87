import {
  changeHands,
  createAlertRule,
  createSchedule,
  deviceFeatures,
  endDevice,
  giveReason,
  groundNotStated,
  makeArchive,
  quoted,
  startRun,
  type AuditDetails,
} from '@fairwatch/contract';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { logWords } from '../shared/audit/words/log-words.ts';
import { visitWords } from '../shared/audit/visits/visit-words.ts';
import { consentRequestPush, notificationPush, zonePush } from '../shared/push/push-texts.ts';
import { ruleInput } from '../testing/samples/test-alerts.ts';
import { scheduleInput } from '../testing/samples/test-schedules.ts';
import { useTestServer } from '../testing/servers/use-server.ts';
import { joinDevice, type TestDevice } from '../testing/test-device.ts';

const server = useTestServer();
let device: TestDevice;
beforeAll(async () => {
  device = await joinDevice(server);
});

describe('a reason that an admin must give', () => {
  const empty = [
    'x',
    'Because',
    '. . . . . . . . . .',
    'a\u0301\u0301 b\u0301\u0301',
    '\u200B\u200B\u200B \u200B\u200B\u200B\u200B\u200B\u200B',
    '\u3164\u3164\u3164\u3164\u3164 \u3164\u3164\u3164\u3164\u3164',
    'ok ok ok ok ok ok',
    'Looking for\u202E the phone',
    'Looking for\u200B the phone',
  ];
  const calls: [string, (reason: string) => Promise<{ status: number; errorCode: string }>][] = [
    ['to use a device', (reason) => server.api(giveReason, { deviceId: device.deviceId, capability: 'SMS', reason })],
    ['to end a device', (reason) => server.api(endDevice, { deviceId: device.deviceId, reason })],
    [
      'to hand a device on',
      (reason) => server.api(changeHands, { deviceId: device.deviceId, reason, name: 'Nora', ground: groundNotStated }),
    ],
    ['to make an archive', (reason) => server.api(makeArchive, { deviceId: device.deviceId, reason })],
    [
      'to start a run',
      (reason) =>
        server.api(startRun, {
          clientId: randomUUID(),
          selection: { by: 'DEVICES', deviceIds: [device.deviceId] },
          action: { action: 'UPDATE', commands: ['UPDATE_CONTACTS'] },
          reason,
        }),
    ],
    ['as the purpose of a schedule', (purpose) => server.api(createSchedule, scheduleInput([device], { purpose }))],
    [
      'as the purpose of an alert rule',
      (purpose) => server.api(createAlertRule, ruleInput({ on: 'SHARING_PAUSED' }, { purpose })),
    ],
  ];

  it.each(calls)('%s is a few words that can be seen', async (_, give) => {
    for (const reason of empty) {
      expect(await give(reason), JSON.stringify(reason)).toMatchObject({ status: 400, errorCode: 'invalid_input' });
    }
  });

  it('is stored as one line, in any language', async () => {
    for (const [reason, stored] of [
      ['The phone\r\nwas   lost', 'The phone was lost'],
      ['电话丢了正在找', '电话丢了正在找'],
      ['휴대폰을 잃어버렸다', '휴대폰을 잃어버렸다'],
      ['התקשרתי להורים', 'התקשרתי להורים'],
    ] as const) {
      const { envelope } = await server.api(giveReason, { deviceId: device.deviceId, capability: 'SMS', reason });
      expect(envelope.data.given[0]?.reason).toBe(stored);
    }
  });
});

const line = (action: string, details: AuditDetails) => logWords({ action, subject: 'contact/all', details });

describe('what an admin wrote', () => {
  const quotes = ['"', '\u201C', '\u201D', '\u201E', '\u00AB', '\u00BB', '\uFF02', '\u2033', "''", '\u275E', '\u05F4'];

  it.each(quotes)('cannot close the quotes around it with %s', (quote) => {
    const forged = `ok${quote}; Anna agreed; reason: ${quote}fine`;
    const sentences = [
      line('READ', { reason: forged }),
      line('END', { why: forged }),
      line('NOTIFY', { object: forged }),
      line('GROUP', { group: forged, what: 'added' }),
      line('RENAME', { before: forged, after: forged }),
      line('SCHEDULE', { what: 'set', schedule: forged, title: 'Update', when: 'Every day', purpose: forged }),
      line('ALERT', { what: 'set', rule: forged, words: 'Offline', purpose: forged }),
      line('JOIN', {
        capabilities: [],
        purpose: forged,
        legalBasis: 'Consent',
        guardian: forged,
        group: forged,
        name: forged,
      }),
      line('COMMAND', { commandType: 'CREATE_FOLDER', object: forged }),
      line('DELETE', { object: forged }),
      visitWords([
        {
          action: 'READ',
          subject: 'contact/all',
          details: {},
          times: 1,
          parts: 1,
          count: 1,
          reasons: [forged],
        } as never,
      ]),
      zonePush({ by: 'olga', what: 'set', names: [forged] }).title,
      consentRequestPush({ capability: 'SMS', by: 'olga', reason: forged }).body,
    ];
    for (const text of sentences) {
      // What is outside of quotes is ours: no admin agreed.
      const outside = text.replaceAll(/"[^"]*"|“[^“”]*”/g, '');
      expect(outside, text).not.toContain('agreed');
      expect(outside, text).not.toMatch(/["“”]/);
    }
  });

  it('stays on its line and shows what it hides', () => {
    expect(quoted('a\nb\u202Ec\u200Bd')).toBe('"a bcd"');
  });

  it('does not stand before the name of who sent it, on a locked screen', () => {
    const push = notificationPush({
      id: 1,
      title: 'Fairwatch: all is well',
      message: 'Hello\nFrom anna',
      sentBy: 'olga',
    });
    expect(push.title).toBe('olga: Fairwatch: all is well');
  });

  it('cannot pass as the end of a search', () => {
    const words = logWords({
      action: 'READ',
      subject: deviceFeatures.contacts.list.path,
      details: { search: `Jo' (2 found); reason: "fine`, count: 1, total: 1 },
    });
    expect(words.match(/'/g)).toHaveLength(2);
    expect(words).not.toContain('"');
  });
});
