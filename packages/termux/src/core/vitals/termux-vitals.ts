import { version, type Network } from '@fairwatch/contract';
import type { Vitals } from '@fairwatch/device/core';
import { networkInterfaces } from 'node:os';
import type { Termux } from '../termux/termux.ts';

/** How old battery and network may be. Reading them starts programs, which costs battery itself. */
const maxAgeMs = 5 * 60_000;
/** Slower than that and the values are left as they were. */
const withinMs = 10_000;

interface VitalsParts {
  termux: Termux;
  isNoticeShown(): boolean;
  /** Called each time the vitals are read, which is with each heartbeat. */
  onRead?(): void;
  now?(): number;
  /** Whether the phone has mobile data; null where the system does not tell. */
  hasMobileData?(): boolean | null;
}

/**
 * Reads how the phone is. Battery and network are read when a heartbeat asks for them and they are too old, not by a timer: the heartbeat
 * has woken the phone anyway. They go out with the next one.
 */
export function createVitals({
  termux,
  isNoticeShown,
  onRead,
  now = Date.now,
  hasMobileData = hasMobileInterface,
}: VitalsParts): () => Vitals {
  let battery: { batteryPercent: number | null; charging: boolean | null } = { batteryPercent: null, charging: null };
  let network: Network | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  let isReading = false;

  async function read(): Promise<void> {
    isReading = true;
    const [status, wifi] = await Promise.all([
      readOrNull(termux, 'termux-battery-status'),
      readOrNull(termux, 'termux-wifi-connectioninfo'),
    ]);
    battery = batteryOf(status);
    network = networkOf(wifi, hasMobileData());
    readAt = now();
    isReading = false;
  }

  return () => {
    onRead?.();
    if (!isReading && now() - readAt >= maxAgeMs) void read();
    return { ...battery, network, appVersion: version, noticeShown: isNoticeShown() };
  };
}

async function readOrNull(
  termux: Termux,
  program: 'termux-battery-status' | 'termux-wifi-connectioninfo',
): Promise<Record<string, unknown> | null> {
  if (!termux.has(program)) return null;
  const printed = await termux.readJson(program, [], { withinMs }).catch(() => null);
  return typeof printed === 'object' && printed !== null ? (printed as Record<string, unknown>) : null;
}

function batteryOf(status: Record<string, unknown> | null) {
  const percent = Number(status?.['percentage']);
  const isPercent = status?.['percentage'] !== null && Number.isFinite(percent) && percent >= 0 && percent <= 100;
  const state = status?.['status'];
  const plugged = status?.['plugged'];
  return {
    batteryPercent: isPercent ? Math.round(percent) : null,
    charging: typeof state === 'string' ? state === 'CHARGING' || (state === 'FULL' && plugged !== 'UNPLUGGED') : null,
  };
}

/** Termux:API only knows about Wi-Fi, and newer versions of Android do not list the interfaces. Then it is not told which it is. */
function networkOf(wifi: Record<string, unknown> | null, hasMobileData: boolean | null): Network | null {
  if (wifi?.['supplicant_state'] === 'COMPLETED') return 'WIFI';
  return hasMobileData ? 'MOBILE' : null;
}

/** Interfaces of modems, as the manufacturers of phones name them. */
const mobileInterface = /^(?:rmnet|ccmni|pdp|wwan)/;

function hasMobileInterface(): boolean | null {
  try {
    return Object.keys(networkInterfaces()).some((name) => mobileInterface.test(name));
  } catch {
    return null;
  }
}
