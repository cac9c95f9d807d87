import { setTimeout as delay } from 'node:timers/promises';
import { DeviceClient } from '../core/device-client.ts';
import type { Vitals } from '../core/connection.ts';
import type { Random } from '../core/fake/random.ts';
import { fakeActs, fakeCollectors, type Share } from '../registry.ts';
import { loggedScreen } from './logged-screen.ts';
import { changeMinds } from './minds.ts';
import type { PhonePlan, Temper } from './phone-plan.ts';

const minuteMs = 60_000;

/** A simulated phone that has joined, ready to be started. */
export function createPhone(serverUrl: string, token: string, plan: PhonePlan, log: (line: string) => void) {
  const say = (line: string) => log(`${plan.person.username}: ${line}`);
  const share = sharing(plan.temper, plan.random('temper'));
  const phone = new DeviceClient({
    serverUrl,
    token,
    facts: plan.facts,
    granted: () => plan.granted,
    collectors: fakeCollectors(plan.random, share),
    acts: fakeActs(plan.random, share, loggedScreen(say)),
    vitals: fakeVitals(plan.random('vitals')),
    log: say,
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

/** A battery that drains over hours and is charged again, mostly on WiFi. */
function fakeVitals(random: Random): () => Vitals {
  const period = random.int(400, 900) * minuteMs;
  const phase = random.next();
  return () => {
    const point = (Date.now() / period + phase) % 1;
    const level = point < 0.8 ? 1 - point : 0.2 + (point - 0.8) * 4;
    const onWifi = Math.floor(Date.now() / period + phase * 3) % 4 !== 0;
    return { batteryPercent: Math.round(level * 100), network: onWifi ? 'WIFI' : 'MOBILE' };
  };
}
