import { limits, type CommandType } from '@fairwatch/contract';
import { deviceSocketUrl } from '../../core/connection/connection.ts';
import type { PreparedAnswer } from './load-answers.ts';
import { LoadPhone, type LoadCounts, type LoadPhoneOptions } from './load-phone.ts';
import { planLoadPhone } from '../plan/phone-plan.ts';
import type { StateFile } from '../plan/state-file.ts';

const tickMs = 100;
const ticksPerBeat = limits.device.heartbeatMs / tickMs;
const ticksPerPoint = limits.liveLocation.everyMs / tickMs;
/** Handshakes under way at one time: more would only wait in the queue of the server's port. */
const connectsAtOnce = 400;

interface LoadFleetOptions {
  serverUrl: string;
  size: number;
  /** The phones that have joined. Places without one are skipped. */
  state: StateFile;
  answers: ReadonlyMap<CommandType, readonly PreparedAnswer[]>;
}

/** Thousands of phones that have joined, in one process and on one timer: a load generator. */
export class LoadFleet {
  readonly counts: LoadCounts = { connected: 0, refused: 0, commands: 0, rows: 0 };
  readonly #phones: LoadPhone[];
  readonly #url: URL;
  #timer: NodeJS.Timeout | undefined;
  #ticks = 0;

  constructor({ serverUrl, size, state, answers }: LoadFleetOptions) {
    this.#url = deviceSocketUrl(serverUrl);
    const places = Array.from({ length: size }, (_, index) => index);
    this.#phones = places.flatMap((index) => {
      const token = state.phone(index)?.token;
      if (token === undefined) return [];
      const { facts, granted } = planLoadPhone(state.seed, index);
      const answerTo: LoadPhoneOptions['answerTo'] = ({ commandType }) => pick(answers.get(commandType), index);
      return new LoadPhone({ token, facts, granted, answerTo, counts: this.counts });
    });
  }

  get size(): number {
    return this.#phones.length;
  }

  start(): void {
    this.#timer = setInterval(() => this.#tick(), tickMs);
    this.#tick();
  }

  stop(): void {
    clearInterval(this.#timer);
    for (const phone of this.#phones) phone.close();
  }

  /**
   * Connects the phones that are due, and sends the heartbeats of this tick, each phone one per heartbeat interval, and the points of live
   * locations.
   */
  #tick(): void {
    const now = Date.now();
    let free = connectsAtOnce - this.#phones.filter(({ isConnecting }) => isConnecting).length;
    for (const [place, phone] of this.#phones.entries()) {
      if (place % ticksPerBeat === this.#ticks % ticksPerBeat) phone.beat(now);
      if (place % ticksPerPoint === this.#ticks % ticksPerPoint) phone.sendPoint(now);
      if (free <= 0 || !phone.isAway || phone.dueAt > now) continue;
      phone.connect(this.#url);
      free -= 1;
    }
    this.#ticks += 1;
  }
}

function pick<Item>(list: readonly Item[] | undefined, place: number): Item | undefined {
  return list?.[place % list.length];
}
