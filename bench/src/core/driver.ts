import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from './table.ts';

/** The load: a number of commands or a duration, as fast as they are answered or at a fixed rate. */
export interface Drive {
  deviceIds: readonly number[];
  /** The number of commands in flight. */
  inFlight: number;
  commands?: number;
  seconds?: number;
  /** The fixed rate. Without it the next command is sent as soon as one is answered. */
  perSecond?: number;
}

export interface DriveResult {
  commands: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

const paceMs = 5;

/** Sends commands to devices and measures the latency, from inside the measured server. */
export class Driver {
  readonly #ask: (deviceId: number) => void;
  readonly #asked = new Map<number, { at: number; answered: () => void }>();
  /** Idle devices, in the order in which they get the next command. */
  #idle: number[] = [];
  #times: number[] = [];

  constructor(ask: (deviceId: number) => void) {
    this.#ask = ask;
  }

  /** To be called when a device's answer is complete. */
  answered(deviceId: number): void {
    const asked = this.#asked.get(deviceId);
    if (!asked) return;
    this.#asked.delete(deviceId);
    this.#idle.push(deviceId);
    this.#times.push(performance.now() - asked.at);
    asked.answered();
  }

  async run(drive: Drive): Promise<DriveResult> {
    this.#times = [];
    this.#idle = [...drive.deviceIds];
    const started = performance.now();
    if (drive.perSecond === undefined) await this.#asFastAsPossible(drive, started);
    else await this.#atPace(drive, drive.perSecond, started);
    const seconds = (performance.now() - started) / 1000;
    const times = this.#times.sort((one, other) => one - other);
    return {
      commands: times.length,
      perSecond: times.length / seconds,
      p50Ms: percentile(times, 0.5),
      p99Ms: percentile(times, 0.99),
    };
  }

  async #asFastAsPossible({ inFlight, commands, seconds }: Drive, started: number): Promise<void> {
    const end = seconds === undefined ? Number.POSITIVE_INFINITY : started + seconds * 1000;
    let asked = 0;
    const lane = async () => {
      while (asked++ < (commands ?? Number.POSITIVE_INFINITY) && performance.now() < end) {
        await this.#ride(performance.now());
      }
    };
    await Promise.all(Array.from({ length: Math.min(inFlight, this.#idle.length) }, lane));
  }

  /** Each latency counts from when the command was due, so that a stalled server does not slow the load (coordinated omission). */
  async #atPace({ seconds = 1 }: Drive, perSecond: number, started: number): Promise<void> {
    const rides: Promise<void>[] = [];
    while (rides.length < seconds * perSecond) {
      const due = Math.min(seconds * perSecond, ((performance.now() - started) / 1000) * perSecond);
      while (rides.length < due && this.#idle.length > 0) {
        rides.push(this.#ride(started + (rides.length / perSecond) * 1000));
      }
      await delay(paceMs);
    }
    await Promise.all(rides);
  }

  #ride(at: number): Promise<void> {
    const deviceId = this.#idle.shift();
    if (deviceId === undefined) throw new Error('Every device has an open command.');
    return new Promise((resolve) => {
      this.#asked.set(deviceId, { at, answered: resolve });
      this.#ask(deviceId);
    });
  }
}
