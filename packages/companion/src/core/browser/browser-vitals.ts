import { version } from '@fairwatch/contract';
import type { Vitals } from '@fairwatch/device/core';

interface Battery extends EventTarget {
  level: number;
  charging: boolean;
}

interface Connection {
  type?: string;
}

/** How long the battery is waited for. Some browsers never answer; a later answer counts from then on. */
const batteryWithinMs = 1000;

/** Reads battery and network, as far as the browser tells. Chromium knows the battery; Safari and Firefox know neither. */
export async function watchVitals(isNoticeShown: () => boolean): Promise<() => Vitals> {
  const browser = navigator as Navigator & { getBattery?: () => Promise<Battery> };
  let battery: Battery | null = null;
  const asking = browser.getBattery?.().then(
    (found) => (battery = found),
    () => null,
  );
  if (asking) await Promise.race([asking, new Promise((resolve) => setTimeout(resolve, batteryWithinMs))]);
  return () => ({
    batteryPercent: battery ? Math.round(battery.level * 100) : null,
    charging: battery?.charging ?? null,
    network: networkOf(navigator),
    appVersion: version,
    noticeShown: isNoticeShown(),
  });
}

function networkOf(browser: Navigator & { connection?: Connection }): Vitals['network'] {
  if (!browser.onLine) return 'NONE';
  const type = browser.connection?.type;
  if (type === 'wifi' || type === 'ethernet') return 'WIFI';
  return type === 'cellular' ? 'MOBILE' : null;
}
