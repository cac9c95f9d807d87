import {
  captures,
  deviceFeatures,
  giveReason,
  liveCamera,
  markNotificationsRead,
  recordCall,
  recordVoice,
  type PresetName,
} from '@fairwatch/contract';
import type { Waiting } from './agreement.ts';
import { casts, type Cast } from './casts.ts';
import type { Life } from './life.ts';
import { inviteAccount, type PastAdmin } from './past-admin.ts';
import { applyForAccount } from './staff.ts';
import { capture, exchangeFiles, fetchOriginal, notify, offerDownloads, quick, range } from './steps.ts';
import { askAbove, openTalk } from './tickets.ts';
import { tellToday } from './today.ts';
import { drawZone, groupPhones, runOnce } from './watching.ts';

/** The first phone of the list, which visitors open first. */
const first = 0;

/** Plays two weeks of a family, a school or a fleet: fewer phones than the demo that shows everything, and only what its preset uses. */
export async function tellSmallStory(
  life: Life,
  owner: PastAdmin,
  preset: Exclude<PresetName, 'everything'>,
): Promise<Waiting | null> {
  const { at, size } = life;
  const cast = casts[preset];
  const all = range(0, size);
  const others = range(1, size);

  await at(-14, '08:40');
  const head = cast.head && (await inviteAccount(life.server, owner, { ...cast.head, groupIds: [] }));
  const lead = await inviteAccount(life.server, head ?? owner, { ...cast.lead, groupIds: [] });
  lead.reason = cast.reason;
  lead.second = owner;
  await life.join([first]);
  await life.update(lead, [first], quick);
  // Sending pictures takes a while; the other phones enrol meanwhile.
  const pictures = life.update(lead, [first], ['gallery']);
  // Awaited below; this prevents an unhandled rejection until then.
  pictures.catch(() => undefined);
  await at(-14, '09:10');
  await life.join(others);
  const groupId = await groupPhones(life, owner, { ...cast.group, places: all.filter(cast.isInGroup) });
  const helper = cast.helper && (await inviteAccount(life.server, owner, { ...cast.helper, groupIds: [groupId] }));
  if (cast.reader) await (await inviteAccount(life.server, owner, { ...cast.reader, groupIds: [] })).signOut();
  await life.update(lead, others, ['device-info', 'locations']);
  await pictures;

  await at(-13, '10:10');
  await notify(life, lead, all, cast.welcome);
  await Promise.all(all.filter((place) => place % 3 === 0).map((place) => life.person({ kind: 'read-log', place })));
  await offerDownloads(owner);

  await at(-12, '08:25');
  const solved = await openTalk(life, first, cast.solved.title);
  await at(-12, '08:50');
  await solved.answers(lead, cast.solved.answers[0]);
  await at(-12, '09:20');
  await solved.replies();
  await solved.answers(lead, cast.solved.answers[1]);
  await at(-12, '17:10');
  await solved.replies();
  await solved.ends('CLOSED');
  await solved.isReadBy(lead);

  await at(-10, '11:30');
  const zones = await drawZones(life, owner, cast, groupId);
  await capture(life, first, [
    ({ deviceId }) => lead.command(liveCamera, { deviceId, mode: 'PHOTO', camera: 'BACK' }),
    ({ deviceId }) => lead.command(liveCamera, { deviceId, mode: 'VIDEO', camera: 'BACK', seconds: 10 }),
    ({ deviceId }) => lead.command(recordVoice, { deviceId, seconds: 12 }),
    ({ deviceId }) => lead.command(recordCall, { deviceId, seconds: 15 }),
  ]);

  await at(-6, '10:05');
  await life.scene('files', () => exchangeFiles(life, lead, first));
  await life.scene('original', () => fetchOriginal(life, lead, first));
  await life.scene('run', () =>
    runOnce(life, lead, {
      selection: { by: 'GROUP', groupId },
      action: { action: 'UPDATE', commands: ['UPDATE_DEVICE_INFO', 'UPDATE_APPS'] },
      reason: cast.reason,
    }),
  );

  await at(-4, '09:40');
  await life.update(lead, all, ['locations', 'contacts', 'calendar-events']);
  const open = await openTalk(life, 1, cast.open.title);
  await at(-3, '12:15');
  await open.answers(lead, cast.open.answer);

  await at(-2, '09:05');
  if (helper !== null && cast.request !== null) await askAbove(helper, cast.request);
  await owner.call(markNotificationsRead, {});
  await at(-1, '08:15');
  await notify(life, helper ?? lead, all, cast.news);
  await applyForAccount(life);

  await at(0, '08:35');
  await life.update(lead, [first], quick);
  await life.update(lead, others, ['device-info']);
  const agreement = { asks: owner, agrees: lead };
  const waiting = await tellToday(life, { owner, lead, agreement, asker: lead }, cast.today({ groupId, zones }));
  // It holds for half an hour, so that a first look at the map needs no reason.
  for (const { deviceId } of life.devices(all)) {
    await owner
      .call(giveReason, { deviceId, capability: 'LOCATION', reason: 'A first look at this demo.' })
      .catch(() => undefined);
  }
  for (const list of [deviceFeatures.gallery.list, deviceFeatures.contacts.list, captures.VOICE.list]) {
    for (const { deviceId } of life.devices([first])) await owner.call(list, { deviceId }).catch(() => undefined);
  }
  await Promise.all([owner, head, lead, helper].map((admin) => admin?.signOut()));
  return waiting;
}

/** Draws the zones around places where phones have been. Returns their ids by name. */
async function drawZones(
  life: Life,
  owner: PastAdmin,
  cast: Cast,
  groupId: number,
): Promise<ReadonlyMap<string, number>> {
  const zones = new Map<string, number>();
  for (const { name, colour, of } of cast.zones) {
    const target = { for: 'GROUP', groupId } as const;
    await life.scene('zone', async () => {
      const id = await drawZone(life, owner, { of, names: [name], name, colour, target });
      if (id !== null) zones.set(name, id);
    });
  }
  return zones;
}
