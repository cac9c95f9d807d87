import { setTimeout as delay } from 'node:timers/promises';
import { foldedZones, noticeVersion, offersWithout, quoted, watchNoun } from '@fairwatch/contract';
import type { DeviceClient } from '../core/client/device-client.ts';
import type { Ending, Watches } from '../core/client/device-options.ts';
import type { LiveHandlers } from '../core/live-location/live-location.ts';
import type { LiveViewHandlers } from '../core/live-view/live-view-source.ts';
import type { Clock } from '../fake/days.ts';
import type { Random } from '../fake/random.ts';
import type { Work } from '../core/commands/handlers.ts';
import { createNodeDevice } from '../node/node-device.ts';
import { fakeLiveView } from '../features/captures/live-view.fake.ts';
import { fakeSharedFolder } from '../features/files/files.fake.ts';
import { fakeMovement } from '../features/locations/live-location.fake.ts';
import { fakeWhereabouts } from '../features/locations/locations.fake.ts';
import { timeZone } from '../features/locations/towns.ts';
import { fakeActs, fakeCollectors, type Share } from '../registry.ts';
import { noDelays, personAnswers } from './person/answers.ts';
import { askForArchives } from './person/archives.ts';
import { simulateTickets } from './person/asking-for-help.ts';
import { reportCalls } from './person/calls.ts';
import { readLogs } from './person/log-reading.ts';
import { loggedScreen } from './person/logged-screen.ts';
import { varyGrants } from './person/changing-grants.ts';
import type { Temper } from './plan/fleet-faces.ts';
import type { PhonePlan } from './plan/phone-plan.ts';
import { roam } from './person/roaming.ts';
import { chooseHours } from './person/sharing-hours.ts';
import type { PhoneMemory } from './plan/state-file.ts';

interface PhoneOptions {
  serverUrl: string;
  token: string;
  plan: PhonePlan;
  /** The state from before a restart. Without grants in it, its person shares what they joined with. */
  memory: PhoneMemory;
  /** Called with the changed part of the state, to be stored. */
  remember(changes: PhoneMemory): void;
  /** Called when an admin ended it. */
  onEnded(ending: Ending): void;
  log(line: string): void;
  /**
   * The clock of a phone that replays past days. It then works without delays, and its person acts only at the request of the server.
   */
  past?: Clock | undefined;
}

/** How many pictures a phone sends that replays past days: few, since the history is to be complete within seconds. */
const picturesInPast = 72;

/** A simulated phone that has joined, ready to be started. */
export function createPhone(options: PhoneOptions): DeviceClient {
  const { serverUrl, token, plan, memory, remember, onEnded, log, past } = options;
  const clock = past ?? Date.now;
  const say = (line: string) => log(`${plan.person.username}: ${line}`);
  const share = past ? shareWithoutDelay : shareLike(plan.temper, plan.random('temper'));
  // On past days a call is always under way, so that it can be recorded.
  const vitals = past ? () => ({ ...plan.vitals(), inCall: true }) : plan.vitals;
  const sharedFolder = fakeSharedFolder(plan.random('files'), () => new Date(clock()));
  const whereabouts = fakeWhereabouts(plan.random('locations'), clock, plan.town);
  const { live, ...ticketHandlers } = simulateTickets(plan, say);
  const phone = createNodeDevice({
    serverUrl,
    token,
    facts: plan.facts,
    platform: 'SIMULATED',
    offers: offersWithout({}),
    timeZone: () => timeZone,
    onWatches: sayWatches(say),
    watchPosition: fakeMovement(whereabouts, plan.random('live-location'), () => new Date(clock())),
    onLiveLocation: sayLive(say),
    openLiveView: fakeLiveView(plan.random('live-view'), clock),
    liveViewSound: false,
    ...sayLiveView(say),
    onReadNotice: (version) => {
      if (version < noticeVersion) void agreeToNotice(phone, say);
    },
    granted: () => memory.grants?.capabilities ?? plan.granted,
    paused: memory.grants?.paused ?? false,
    hours: memory.grants?.hours ?? null,
    onGrants: ({ capabilities, ...others }) => remember({ grants: { ...others, capabilities: [...capabilities] } }),
    pendingDecisions: memory.unsaid ?? [],
    onPendingDecisions: (decisions) => remember({ unsaid: [...decisions] }),
    unsentTickets: memory.unsentTickets ?? [],
    onUnsentTickets: (unsent) => remember({ unsentTickets: [...unsent] }),
    notificationStates: memory.notificationStates ?? [],
    onNotificationStates: (states) => remember({ notificationStates: states.map(([id, state]) => [id, state]) }),
    onEnded: (ending) => {
      say(`screen: ${ending.endedBy} ended the supervision of this phone: ${ending.reason}`);
      onEnded(ending);
    },
    ...(memory.ground && { ground: memory.ground }),
    onGround: (ground) => remember({ ground }),
    ...(memory.usedKinds && { usedKinds: memory.usedKinds }),
    onUsedKinds: (usedKinds) => remember({ usedKinds: [...usedKinds] }),
    logHead: memory.logHead ?? null,
    onLogHead: (logHead) => remember({ logHead }),
    collectors: fakeCollectors(plan.random, share, plan, sharedFolder, {
      whereabouts,
      clock,
      mostPictures: past && picturesInPast,
    }),
    acts: fakeActs(plan.random, share, {
      screen: loggedScreen(say),
      sharedFolder,
      vitals,
      clock,
      wait: past && (async () => undefined),
    }),
    vitals,
    now: () => new Date(clock()),
    log: say,
    ...personAnswers(plan, say, past && noDelays),
    // Answers of the past count as read: the person is not notified of them again.
    ...(past ? { onTicketAnswer: () => undefined } : ticketHandlers),
  });
  if (past) return phone;
  void varyGrants(phone, plan, say);
  void roam(phone, plan, say);
  void reportCalls(phone, plan, say);
  void askForArchives(phone, plan, say);
  void readLogs(phone, plan, say);
  if (memory.grants?.hours === undefined) void chooseHours(phone, plan, say);
  void live(phone);
  return phone;
}

/** Tells the person of each schedule, alert rule and report once, and of new zones, as the screen of a phone would. */
function sayWatches(say: (line: string) => void): (told: Watches) => void {
  const known = new Set<string>();
  return ({ watches, more }) => {
    const lines = watches.map(({ kind, name, what, when, purpose, setBy }) =>
      kind === foldedZones
        ? `screen: ${name} are set for this phone, by ${setBy}: ${what}, ${when}. Purpose: ${quoted(purpose)}`
        : `screen: ${setBy} set the ${watchNoun(kind)} ${quoted(name)} for this phone: ${what}, ${when}. Purpose: ${quoted(purpose)}`,
    );
    if (more > 0) lines.push(`screen: and ${more} more watch this phone`);
    for (const line of lines) if (!known.has(line)) say(line);
    for (const line of lines) known.add(line);
  };
}

/** Tells the person that somebody follows them, and when that is over. */
function sayLive(say: (line: string) => void): NonNullable<LiveHandlers['onLiveLocation']> {
  let shown: number | null = null;
  return (running, ended) => {
    if (running && running.sessionId !== shown) {
      say(`screen: ${running.requestedBy} follows your live location until ${running.until}. You can stop it.`);
    }
    if (ended) say(`screen: the live location for ${ended.requestedBy} has ended after ${ended.points} points`);
    shown = running?.sessionId ?? null;
  };
}

/** Tells the person that somebody may see a live picture, who watches, and when that is over. */
function sayLiveView(say: (line: string) => void): Required<Pick<LiveViewHandlers, 'onLiveView' | 'onStill'>> {
  let shown = '';
  return {
    onLiveView(running, ended) {
      const line =
        running === null
          ? ''
          : running.phase === 'COUNTDOWN'
            ? `screen: a live picture of the camera for ${running.requestedBy} in ${running.secondsLeft} s [Stop]`
            : `screen: ${running.viewerCount} watch the camera, as ${running.requestedBy} asked [Stop]`;
      if (line !== '' && line !== shown) say(line);
      shown = line;
      if (ended) say(`screen: the live picture for ${ended.requestedBy} has ended: ${ended.end}`);
    },
    onStill: ({ requestedBy }) => say(`note: ${requestedBy} kept a picture of the live view`),
  };
}

/** The people of simulated phones read a new notice at once, and share what they shared before. */
async function agreeToNotice(phone: DeviceClient, say: (line: string) => void): Promise<void> {
  try {
    await phone.changeGrants(phone.grants.capabilities);
    say('read the new notice, and agreed to it');
  } catch (error) {
    say(`could not agree to the new notice: ${error instanceof Error ? error.message : error}`);
  }
}

/** The share of the progress that the delay of a slow phone takes; the actual work is the rest. */
const slowShare = 60;

/** Scales the progress of the work to the rest after the delay. */
function afterWaiting(work: Work | undefined): Work | undefined {
  if (!work) return undefined;
  const report: Work['report'] = (percent, phase) =>
    work.report(Math.round(slowShare + (percent / 100) * (100 - slowShare)), phase);
  return { ...work, report };
}

const shareWithoutDelay: Share = (collect) => async (work) => await collect(work);

/** Collects with the delays and failures of a temper. */
function shareLike(temper: Temper, random: Random): Share {
  return (collect) => async (work) => {
    const steps = temper === 'slow' ? random.int(6, 9) : 1;
    const stepMs = temper === 'slow' ? 1000 : random.int(150, 700);
    for (let step = 1; step <= steps; step += 1) {
      await delay(stepMs, undefined, { ref: false, signal: work?.signal });
      if (steps > 1) work?.report(Math.round((step / steps) * slowShare));
    }
    if (temper === 'flaky' && random.chance(0.4)) throw new Error('The phone was busy. Please try again.');
    return await collect(steps > 1 ? afterWaiting(work) : work);
  };
}
