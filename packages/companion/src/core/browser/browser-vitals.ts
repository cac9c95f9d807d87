import { version } from '@fairwatch/contract';
import type { Vitals } from '@fairwatch/device/core';

interface Battery extends EventTarget {
  level: number;
  charging: boolean;
}

interface Connection {
  type?: string;
}

/** Reads battery and network, as far as the browser tells. Chromium knows the battery; Safari and Firefox know neither. */
export async function watchVitals(isNoticeShown: () => boolean): Promise<() => Vitals> {
  const battery = await (navigator as Navigator & { getBattery?: () => Promise<Battery> })
    .getBattery?.()
    .catch(() => null);
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
