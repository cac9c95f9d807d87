import { setTimeout as delay } from 'node:timers/promises';
import type { Grants } from '@fairwatch/contract';
import { DeviceClient } from '../core/device-client.ts';
import type { Random } from '../core/fake/random.ts';
import { fakeSharedFolder } from '../features/files/files.fake.ts';
import { personAnswers } from './answers.ts';
import { asking } from './asking.ts';
import type { UnsentTicket } from '../core/tickets.ts';
import type { UnsaidWish } from '../core/unsaid.ts';
import type { Work } from '../core/handlers.ts';
import { fakeActs, fakeCollectors, type Share } from '../registry.ts';
import { loggedScreen } from './logged-screen.ts';
import { changeMinds } from './minds.ts';
import { comeAndGo } from './roaming.ts';
import type { PhonePlan, Temper } from './phone-plan.ts';

interface PhoneOptions {
  serverUrl: string;
  token: string;
  plan: PhonePlan;
  /** What its person shared when it was stopped; what they joined with unless given. */
  grants?: Grants | undefined;
  onGrants?(grants: Grants): void;
  /** What its person had decided and the server had not confirmed when it was stopped. */
  unsaid?: readonly UnsaidWish[] | undefined;
  onUnsaid?(wishes: readonly UnsaidWish[]): void;
  /** What its person had written to tickets and the server had not confirmed. */
  unsentTickets?: readonly UnsentTicket[] | undefined;
  onUnsentTickets?(unsent: readonly UnsentTicket[]): void;
  log(line: string): void;
}

/** A simulated phone that has joined, ready to be started. */
export function createPhone(options: PhoneOptions): DeviceClient {
  const { serverUrl, token, plan, grants, onGrants, unsaid = [], onUnsaid, log } = options;
  const { unsentTickets = [], onUnsentTickets } = options;
  const say = (line: string) => log(`${plan.person.username}: ${line}`);
  const share = sharing(plan.temper, plan.random('temper'));
  const sharedFolder = fakeSharedFolder(plan.random('files'));
  const { live, ...ticketHandlers } = asking(plan, say);
  const phone = new DeviceClient({
    serverUrl,
    token,
    facts: plan.facts,
    granted: () => grants?.capabilities ?? plan.granted,
    paused: grants?.paused ?? false,
    ...(onGrants && { onGrants }),
    unsaid,
    ...(onUnsaid && { onUnsaid }),
    collectors: fakeCollectors(plan.random, share, plan, sharedFolder),
    acts: fakeActs(plan.random, share, { screen: loggedScreen(say), sharedFolder }),
    vitals: plan.vitals,
    log: say,
    ...personAnswers(plan, say),
    ...ticketHandlers,
    unsentTickets,
    ...(onUnsentTickets && { onUnsentTickets }),
  });
  void changeMinds(phone, plan, say);
  void comeAndGo(phone, plan, say);
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
