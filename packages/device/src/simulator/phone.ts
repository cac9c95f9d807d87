import { setTimeout as delay } from 'node:timers/promises';
import type { DeviceClient } from '../core/device-client.ts';
import type { Ending } from '../core/device-options.ts';
import type { Clock } from '../fake/days.ts';
import type { Random } from '../fake/random.ts';
import type { Work } from '../core/handlers.ts';
import { createNodeDevice } from '../node/node-device.ts';
import { fakeSharedFolder } from '../features/files/files.fake.ts';
import { fakeActs, fakeCollectors, type Share } from '../registry.ts';
import { atOnce, personAnswers } from './answers.ts';
import { askForArchives } from './archives.ts';
import { asking } from './asking.ts';
import { tellCalls } from './calls.ts';
import { readLogs } from './log-reading.ts';
import { loggedScreen } from './logged-screen.ts';
import { changeMinds } from './minds.ts';
import type { PhonePlan, Temper } from './phone-plan.ts';
import { comeAndGo } from './roaming.ts';
import { chooseHours } from './sharing-hours.ts';
import type { PhoneMemory } from './state-file.ts';

interface PhoneOptions {
  serverUrl: string;
  token: string;
  plan: PhonePlan;
  /** What it had kept when it was stopped. Without grants in it, its person shares what they joined with. */
  memory: PhoneMemory;
  /** Called with what has changed, to be kept. */
  remember(news: PhoneMemory): void;
  /** Called when an admin ended it. */
  onEnded(ending: Ending): void;
  log(line: string): void;
  /**
   * Set while the phone relives past days: what time it is there. Nothing takes its time then, and its person does nothing by
   * themselves.
   */
  past?: Clock | undefined;
}

/** So many pictures a phone that relives past days sends: the history is to be there within seconds. */
const picturesInPast = 72;

/** A simulated phone that has joined, ready to be started. */
export function createPhone(options: PhoneOptions): DeviceClient {
  const { serverUrl, token, plan, memory, remember, onEnded, log, past } = options;
  const clock = past ?? Date.now;
  const say = (line: string) => log(`${plan.person.username}: ${line}`);
  const share = past ? sharingAtOnce : sharing(plan.temper, plan.random('temper'));
  // Whenever a past call is to be recorded, there is one.
  const vitals = past ? () => ({ ...plan.vitals(), inCall: true }) : plan.vitals;
  const sharedFolder = fakeSharedFolder(plan.random('files'), () => new Date(clock()));
  const { live, ...ticketHandlers } = asking(plan, say);
  const phone = createNodeDevice({
    serverUrl,
    token,
    facts: plan.facts,
    platform: 'SIMULATED',
    granted: () => memory.grants?.capabilities ?? plan.granted,
    paused: memory.grants?.paused ?? false,
    hours: memory.grants?.hours ?? null,
    onGrants: ({ capabilities, ...others }) => remember({ grants: { ...others, capabilities: [...capabilities] } }),
    unsaid: memory.unsaid ?? [],
    onUnsaid: (wishes) => remember({ unsaid: [...wishes] }),
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
    logHead: memory.logHead ?? null,
    onLogHead: (logHead) => remember({ logHead }),
    collectors: fakeCollectors(plan.random, share, plan, sharedFolder, {
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
    ...personAnswers(plan, say, past && atOnce),
    // What was answered in the past counts as heard: the person is not told of it a second time.
    ...(past ? { onTicketAnswer: () => undefined } : ticketHandlers),
  });
  if (past) return phone;
  void changeMinds(phone, plan, say);
  void comeAndGo(phone, plan, say);
  void tellCalls(phone, plan, say);
  void askForArchives(phone, plan, say);
  void readLogs(phone, plan, say);
  if (memory.grants?.hours === undefined) void chooseHours(phone, plan, say);
  void live(phone);
  return phone;
}

/** How much of the way a slow phone's waiting is; what it then does is the rest. */
const slowShare = 60;

/** The same work, with what it reports as the rest of the way. */
function afterWaiting(work: Work | undefined): Work | undefined {
  if (!work) return undefined;
  const report: Work['report'] = (percent, phase) =>
    work.report(Math.round(slowShare + (percent / 100) * (100 - slowShare)), phase);
  return { ...work, report };
}

const sharingAtOnce: Share = (collect) => async (work) => await collect(work);

function sharing(temper: Temper, random: Random): Share {
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
