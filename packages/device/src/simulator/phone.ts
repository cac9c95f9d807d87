import { setTimeout as delay } from 'node:timers/promises';
import { DeviceClient } from '../core/device-client.ts';
import type { Random } from '../core/fake/random.ts';
import { fakeCollectors, type Share } from '../registry.ts';
import { personAnswers } from './answers.ts';
import { changeMinds } from './minds.ts';
import type { PhonePlan, Temper } from './phone-plan.ts';

/** A simulated phone that has joined, ready to be started. */
export function createPhone(serverUrl: string, token: string, plan: PhonePlan, log: (line: string) => void) {
  const say = (line: string) => log(`${plan.person.username}: ${line}`);
  const phone = new DeviceClient({
    serverUrl,
    token,
    facts: plan.facts,
    granted: () => plan.granted,
    collectors: fakeCollectors(plan.random, sharing(plan.temper, plan.random('temper')), plan),
    vitals: plan.vitals,
    log: say,
    ...personAnswers(plan, say),
  });
  void changeMinds(phone, plan, say);
  return phone;
}

function sharing(temper: Temper, random: Random): Share {
  return (collect) => async (work) => {
    const steps = temper === 'slow' ? random.int(6, 9) : 1;
    const stepMs = temper === 'slow' ? 1000 : random.int(150, 700);
    for (let step = 1; step <= steps; step += 1) {
      await delay(stepMs, undefined, { ref: false, signal: work?.signal });
      if (steps > 1) work?.report(Math.round((step / steps) * 100));
    }
    if (temper === 'flaky' && random.chance(0.4)) throw new Error('The phone was busy. Please try again.');
    return await collect(work);
  };
}
