import type { DeviceClient } from '../core/client/device-client.ts';
import type { Ending } from '../core/client/device-options.ts';
import { enrolPhone } from './joining/enrolment.ts';
import { createPhone } from './phone.ts';
import type { PasscodeSource } from './joining/passcodes.ts';
import { planGround, planPhone } from './plan/phone-plan.ts';
import type { PhoneMemory, StateFile } from './plan/state-file.ts';

interface FleetOptions {
  serverUrl: string;
  size: number;
  state: StateFile;
  /** Asks an admin for one-time passcodes, one per phone that has not joined yet. */
  passcodes: PasscodeSource;
  log(line: string): void;
}

/** Simulated phones that join once, are remembered, and stay connected. */
export class Fleet {
  readonly #options: FleetOptions;
  readonly #phones = new Map<number, DeviceClient>();
  #stopping = false;

  constructor(options: FleetOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { size, state } = this.#options;
    const places = Array.from({ length: size }, (_, index) => index);
    // Phones that have joined before connect immediately; the new ones follow.
    for (const index of places) if (state.phone(index)) this.#connect(index);
    await this.#enrol(places.filter((index) => !state.phone(index) && !state.endingOf(index)));
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(Array.from(this.#phones.values(), (phone) => phone.stop()));
  }

  async #enrol(places: readonly number[]): Promise<void> {
    const { passcodes, state } = this.#options;
    if (places.length === 0) return;
    const codes = await passcodes(places.map((index) => planGround(planPhone(state.seed, index, state.preset))));
    for (const [order, index] of places.entries()) {
      const passcode = codes[order];
      if (this.#stopping || passcode === undefined) return;
      await this.#enrolOne(index, passcode);
    }
  }

  /** Lets a phone join. A failure is logged and does not affect the others; the next start tries again. */
  async #enrolOne(index: number, passcode: string): Promise<void> {
    const { serverUrl, state, log } = this.#options;
    const plan = planPhone(state.seed, index, state.preset);
    try {
      await state.setPhone(index, await enrolPhone(serverUrl, passcode, plan));
      this.#connect(index);
    } catch (error) {
      log(`${plan.person.username}: could not join, ${error instanceof Error ? error.message : error}`);
    }
  }

  #connect(index: number): void {
    const { serverUrl, state, log } = this.#options;
    const joined = state.phone(index);
    if (!joined || this.#stopping) return;
    const phone = createPhone({
      serverUrl,
      token: joined.token,
      plan: planPhone(state.seed, index, state.preset),
      memory: joined,
      remember: (changes) => void this.#remember(index, joined.token, changes),
      onEnded: (ending) => void this.#forget(index, ending),
      log,
    });
    this.#phones.set(index, phone);
    void phone.ended.then((end) => (end === 'refused' ? this.#joinAgain(index) : undefined));
    phone.start();
  }

  /** Stores what a phone remembers, so that after a restart it does not share what its person has withdrawn. */
  async #remember(index: number, token: string, changes: PhoneMemory): Promise<void> {
    const { state, log } = this.#options;
    const joined = state.phone(index);
    // If the phone has joined again in between, the old state is stale.
    if (joined?.token !== token) return;
    try {
      await state.setPhone(index, { ...joined, ...changes });
    } catch (error) {
      log(`could not be remembered: ${error instanceof Error ? error.message : error}`);
    }
  }

  /** Deletes the token of a phone that an admin ended, so that it does not join again. */
  async #forget(index: number, ending: Ending): Promise<void> {
    const { state, log } = this.#options;
    this.#phones.delete(index);
    try {
      await state.endPhone(index, ending);
    } catch (error) {
      log(`could not be forgotten: ${error instanceof Error ? error.message : error}`);
    }
  }

  /** Lets a phone join again that the server does not know, for instance because its data folder is new. */
  async #joinAgain(index: number): Promise<void> {
    this.#phones.delete(index);
    try {
      await this.#options.state.setPhone(index, undefined);
      await this.#enrol([index]);
    } catch (error) {
      this.#options.log(`no passcode to join again: ${error instanceof Error ? error.message : error}`);
    }
  }
}
