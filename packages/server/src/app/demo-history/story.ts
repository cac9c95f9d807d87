import {
  askConsent,
  groundNotStated,
  liveCamera,
  markNotificationsRead,
  recordCall,
  recordVoice,
  renameDevice,
} from '@fairwatch/contract';
import type { Life } from './life.ts';
import type { Waiting } from './agreement.ts';
import { inviteAccount, type PastAdmin } from './past-admin.ts';
import { applyForAccount, assign, hireHelpdesk, hireLead, hireTeacher, schoolPlaces } from './staff.ts';
import {
  capture,
  chunks,
  evenly,
  exchangeFiles,
  fetchOriginal,
  notify,
  offerDownloads,
  quick,
  range,
} from './steps.ts';
import { answer, askAbove, attachGuide, openTalk } from './tickets.ts';
import { tellToday, type Today } from './today.ts';
import { drawZone, groupByRule, groupPhones, runOnce } from './watching.ts';

/** The first phone of the list, which visitors open first. */
const first = 0;
const onRollOut = range(1, 16);
const inSecondWeek = range(16, 22);
const latecomers = [22, 23];
/** All phones except the one that shares almost nothing. */
const all = range(0, 24).filter((place) => place !== 7);

const todaysLists = ['device-info', 'call-logs', 'messages', 'locations', 'calendar-events', 'apps', 'files'] as const;
const personal = quick.filter((id) => id !== 'apps');

/** The length of the story in days. */
export const storyDays = 14;

/** Plays two weeks in the life of a fleet in chronological order, through the real calls. */
export async function tellStory(life: Life, owner: PastAdmin): Promise<Waiting | null> {
  const { at } = life;

  await at(-14, '08:40');
  const [lead] = await Promise.all([hireLead(life, owner), life.join([first])]);
  await assign(life, owner, lead, [first]);
  await life.update(lead, [first], quick);
  // Sending pictures takes a while; the other phones enrol meanwhile.
  const pictures = life.update(lead, [first], ['gallery']);
  // Awaited below; this prevents an unhandled rejection until then.
  pictures.catch(() => undefined);
  for (const [order, places] of chunks(onRollOut, 3).entries()) {
    await at(-14, `${9 + Math.floor((order * 20 + 15) / 60)}:${(order * 20 + 15) % 60}`);
    await life.join(places);
  }
  await assign(life, owner, lead, onRollOut);
  await at(-14, '11:20');
  const [teacher, helpdesk] = await Promise.all([hireTeacher(life, owner), hireHelpdesk(life, lead)]);
  await Promise.all([
    assign(life, owner, teacher, schoolPlaces),
    assign(life, lead, helpdesk, [2, 6, 10, 14]),
    life.update(lead, onRollOut, ['device-info']),
    pictures,
  ]);

  await at(-13, '10:10');
  const school = await groupPhones(life, owner, { name: 'Class 7b', colour: 'green', places: schoolPlaces });
  await groupByRule(owner, { name: 'App to update', colour: 'orange', rule: { appVersionBelow: '1.0.20' } });
  await notify(life, lead, [0, 1, 2, 5, 6, 8], {
    title: 'Welcome to Fairwatch',
    message: 'You decide what you share, and you can see who looked at it. Write to us if anything is unclear.',
  });
  await life.look(lead, first, ['contacts', 'calendar-events']);
  await Promise.all([1, 4, 7].map((place) => life.person({ kind: 'read-log', place })));

  await at(-12, '08:25');
  const vpn = await openTalk(life, 2, 'VPN drops on the train');
  await at(-12, '09:50');
  await vpn.answers(
    helpdesk,
    'Thank you for telling us. Does it happen with one provider only, or with both of your cards?',
  );
  await at(-12, '17:35');
  await vpn.replies();

  await at(-11, '09:15');
  await vpn.answersWithGuide(helpdesk, 'VPN settings', [
    '1. Open Settings, then Network, then VPN.',
    '2. Switch "Always on" to on.',
    '3. Switch "Block connections without VPN" to off.',
  ]);
  await vpn.answers(helpdesk, 'Please set it as this page says. It reconnects by itself then.');
  await offerDownloads(owner);
  await at(-11, '18:05');
  await vpn.replies();

  await at(-10, '11:30');
  await inviteAccount(life.server, owner, { username: 'petra.lang', template: 'WORKS_COUNCIL', groupIds: [] });
  const auditor = await inviteAccount(life.server, lead, {
    username: 'max.orlov',
    template: 'READ_ONLY',
    groupIds: [],
  });
  await assign(life, lead, auditor, [0, 1, 2]);
  let home: number | null = null;
  await life.scene('zones', async () => {
    const target = { for: 'ALL' } as const;
    home = await drawZone(life, owner, { of: first, names: ['Home'], name: 'Home', colour: 'blue', target });
    await drawZone(life, owner, { of: first, names: ['Work', 'University'], name: 'Office', colour: 'teal', target });
    await drawZone(life, owner, {
      of: 4,
      names: ['Work', 'University'],
      name: 'School',
      colour: 'green',
      target: { for: 'GROUP', groupId: school },
    });
  });
  await Promise.all([
    life.update(lead, [1], personal),
    capture(life, first, [
      ({ deviceId }) => lead.command(liveCamera, { deviceId, mode: 'PHOTO', camera: 'BACK' }),
      ({ deviceId }) => lead.command(recordVoice, { deviceId, seconds: 12 }),
    ]),
  ]);

  await at(-9, '07:55');
  await vpn.answers(helpdesk, 'Good. Tell us how it went.');
  await vpn.replies();
  await vpn.ends('CLOSED');
  await vpn.isReadBy(helpdesk);
  await at(-9, '10:20');
  await life.join(inSecondWeek);
  await assign(life, owner, lead, inSecondWeek);
  for (const { place, deviceId } of life.devices([16, 17, 18])) {
    await lead.call(renameDevice, { deviceId, nickname: `Van ${place - 13}` });
  }
  await groupPhones(life, owner, { name: 'Vans', colour: 'violet', places: [16, 17, 18] });

  await at(-8, '12:40');
  const charged = await openTalk(life, 18, 'Charged twice this month');
  await at(-8, '14:10');
  await charged.answers(lead, 'Could you send us a picture of the statement?');
  await charged.replies();
  await life.look(teacher, 4, ['calendar-events', 'apps']);

  await at(-7, '08:30');
  await charged.ends('CANCELLED');
  await charged.isReadBy(lead);
  await at(-7, '15:45');
  await life.person({ kind: 'share-without', place: 9, without: ['CONTACTS', 'CALL_LOG'] });
  for (const { deviceId } of life.devices([7])) {
    await lead.call(askConsent, { deviceId, capability: 'LOCATION' }).catch(() => undefined);
  }
  await life.person({ kind: 'share-without', place: 12, without: ['CAMERA', 'MICROPHONE', 'SMS'] });

  await at(-6, '09:35');
  await life.scene('files', () => exchangeFiles(life, lead, first));
  await life.person({ kind: 'pause', place: 11 });
  await at(-6, '19:10');
  await life.person({ kind: 'resume', place: 11 });

  await at(-5, '12:15');
  const battery = await openTalk(life, 6, 'Battery empty by noon');
  await at(-5, '13:00');
  await battery.answers(
    helpdesk,
    'That should not be. Please send us the page "Battery" of your settings as a picture.',
  );
  await at(-5, '20:20');
  await battery.replies();

  await at(-4, '10:05');
  await battery.isReadBy(helpdesk);
  await battery.becomes(helpdesk, 'IN_PROGRESS');
  await Promise.all([
    capture(life, first, [
      ({ deviceId }) => lead.command(liveCamera, { deviceId, mode: 'VIDEO', camera: 'BACK', seconds: 10 }),
      ({ deviceId }) => lead.command(liveCamera, { deviceId, mode: 'PHOTO', camera: 'FRONT' }),
      ({ deviceId }) => lead.command(recordCall, { deviceId, seconds: 15 }),
    ]),
    life.update(lead, all.slice(2, 15), ['contacts', 'call-logs', 'calendar-events']),
  ]);

  await at(-3, '08:50');
  await life.join(latecomers);
  await assign(life, owner, lead, latecomers);
  await assign(life, owner, teacher, latecomers);
  const location = await openTalk(life, 14, 'Who can see my location?');
  await at(-3, '11:20');
  await location.answers(
    helpdesk,
    'Only Clara and the owner. Each time is in your log, and you can pause sharing or set hours for it whenever you like.',
  );

  await at(-2, '09:05');
  const request = await askAbove(lead, {
    title: 'Two spare phones for the vans',
    description:
      'The phone of van 4 is often out of battery. Could we order two spare ones before the end of the month?',
    category: 'OTHER',
    priority: 'MEDIUM',
  });
  await at(-2, '16:30');
  await attachGuide(owner, request, 'Order of phones', ['2 x Google Pixel 8', 'To be delivered next week.']);
  await answer(owner, request, 'Ordered. They come next week.');
  await askAbove(owner, {
    title: 'Contract of the SIM cards',
    description: 'It ends in March. I compare two offers until the end of the month.',
    category: 'OTHER',
    priority: 'LOW',
  });
  await askAbove(teacher, {
    title: 'Phones of the new class',
    description: 'Six pupils join after the holidays. I need passcodes for them, with the consent of their parents.',
    category: 'REGISTRATION',
    priority: 'HIGH',
  });

  await at(-1, '08:15');
  await notify(life, teacher, [0, 4, 20], {
    title: 'Museum trip tomorrow',
    message: 'We meet at 8:30 at the main entrance. Please bring your student card.',
  });
  await life.update(lead, inSecondWeek, ['device-info', 'contacts', 'call-logs', 'app-permissions']);
  await owner.call(markNotificationsRead, {});
  await life.scene('run', () =>
    runOnce(life, lead, {
      selection: { by: 'MATCHING' },
      action: { action: 'UPDATE', commands: ['UPDATE_DEVICE_INFO', 'UPDATE_APPS'] },
      reason: 'Which phones need the update of next week?',
    }),
  );
  await at(-1, '17:40');
  await applyForAccount(life);
  const noise = await openTalk(life, 10, 'Strange noise during calls');
  await noise.speaks();

  await at(0, '07:50');
  await Promise.all([life.update(lead, [first], todaysLists), life.update(lead, all.slice(1), ['device-info'])]);
  await at(0, '08:35');
  await Promise.all([
    life.scene('original', () => fetchOriginal(life, lead, first)),
    life.update(lead, evenly(all, 3), ['locations', 'files']),
    life.update(lead, evenly(all, 8), ['calendar-events']),
    life.update(lead, [5, 13], ['messages', 'app-permissions']),
  ]);
  await at(0, '09:20');
  await Promise.all(range(0, 9).map((place) => life.person({ kind: 'read-log', place })));

  const agreement = { asks: auditor, agrees: owner };
  const today = daysOfEverything({ school, home, size: life.size });
  const waiting = await tellToday(life, { owner, lead, agreement, asker: auditor }, today);
  await Promise.all([lead, teacher, helpdesk, auditor, owner].map((admin) => admin.signOut()));
  return waiting;
}

/** The last minutes of a demo that shows everything. */
function daysOfEverything({ school, home, size }: { school: number; home: number | null; size: number }): Today {
  const target = { for: 'ALL' } as const;
  return {
    pauses: 11 < size ? 11 : 1,
    rules: [
      ...(home === null
        ? []
        : [
            {
              name: 'Leaves home',
              purpose: 'To know when somebody is on their way.',
              condition: { on: 'LEAVES_ZONE', zoneId: home, hours: null },
              target,
            } as const,
          ]),
      {
        name: 'Battery low',
        purpose: 'To bring a charger before the phone is off.',
        condition: { on: 'BATTERY_BELOW', percent: 25 },
        target,
      },
      {
        name: 'New app in class',
        purpose: 'Games are for the break.',
        condition: { on: 'APP_APPEARED' },
        target: { for: 'GROUP', groupId: school },
      },
    ],
    schedule: {
      name: 'Where the phones are',
      purpose: 'To find phones that were left somewhere.',
      commands: ['UPDATE_LOCATIONS'],
      every: 30,
    },
    run: { commands: ['UPDATE_DEVICE_INFO', 'UPDATE_CALLS'], reason: 'Weekly check of storage and batteries.' },
    approval: 'CALL_RECORDING',
    invitation: { name: 'Dispatcher of the night shift', template: 'DISPATCHER' },
    passcode: { ground: { ...groundNotStated, purpose: 'WORK', legalBasis: 'CONTRACT' }, name: 'Robin Falk' },
    view: { name: 'Not online', search: 'status=Offline' },
  };
}
