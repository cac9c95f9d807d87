import type { DeviceClient } from '../../core/client/device-client.ts';
import type { PhonePlan } from '../plan/phone-plan.ts';

const pollMs = 1000;

/** Reports immediately when a simulated call begins or ends, until the device ends. */
export async function reportCalls(
  phone: Pick<DeviceClient, 'ended' | 'tellVitals'>,
  { vitals }: Pick<PhonePlan, 'vitals'>,
  log: (line: string) => void,
): Promise<void> {
  let inCall = vitals().inCall;
  const timer = setInterval(() => {
    const now = vitals().inCall;
    if (now === inCall) return;
    inCall = now;
    log(now ? 'takes a call' : 'hangs up');
    phone.tellVitals();
  }, pollMs).unref();
  await phone.ended;
  clearInterval(timer);
}
