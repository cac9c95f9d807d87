import type { DeviceClient } from '../core/device-client.ts';
import type { PhonePlan } from './phone-plan.ts';

const lookEveryMs = 1000;

/** Tells the server at once when a call of this phone begins or ends, as long as the phone lives. */
export async function tellCalls(
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
  }, lookEveryMs).unref();
  await phone.ended;
  clearInterval(timer);
}
