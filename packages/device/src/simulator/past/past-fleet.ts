import type { DeviceClient } from '../../core/client/device-client.ts';
import { enrolPhone } from '../joining/enrolment.ts';
import { pastRequest, type PastRequest } from './past-acts.ts';
import { actInPast } from './past-person.ts';
import type { PasscodeSource } from '../joining/passcodes.ts';
import { planGround, planPhone } from '../plan/phone-plan.ts';
import { createPhone } from '../phone.ts';
import type { PhoneMemory, StateFile } from '../plan/state-file.ts';

interface PastFleetOptions {
  state: StateFile;
  passcodes: PasscodeSource;
  log(line: string): void;
}

type Channel = Pick<NodeJS.Process, 'send' | 'on' | 'off'>;

/** Carries out the server's requests on past days, until the history is complete. */
export async function replayPast(channel: Channel, options: PastFleetOptions): Promise<void> {
  const fleet = new PastFleet(options);
  await new Promise<void>((resolve) => {
    const listen = async (message: unknown) => {
      const request = pastRequest.safeParse(message).data;
      if (!request) return;
      const { id, act } = request;
      const answer = await fleet.act(request).then(
        (result) => ({ result: result ?? null }),
        (error: unknown) => ({ problem: error instanceof Error ? error.message : String(error) }),
      );
      channel.send?.({ type: 'history-done', id, ...answer });
      if (act.kind !== 'end') return;
      channel.off('message', listen);
      resolve();
    };
    channel.on('message', listen);
    channel.send?.({ type: 'history-ready' });
  });
}

/** Phones whose clocks are set back by the same offset. */
class PastFleet {
  readonly #options: PastFleetOptions;
  readonly #phones = new Map<number, DeviceClient>();
  #backMs = 0;

  constructor(options: PastFleetOptions) {
    this.#options = options;
  }

  async act({ backMs, act }: PastRequest): Promise<unknown> {
    this.#backMs = backMs;
    const { state } = this.#options;
    if (act.kind === 'join') return await this.#join(act.serverUrl, act.places);
    if (act.kind === 'end') return await this.#end();
    const phone = this.#phones.get(act.place);
    if (!phone) throw new Error(`Phone ${act.place} has not joined.`);
    return await actInPast(phone, planPhone(state.seed, act.place, state.preset), act);
  }

  #now = () => Date.now() - this.#backMs;

  async #join(serverUrl: string, places: readonly number[]): Promise<(number | null)[]> {
    const { state, passcodes, log } = this.#options;
    const plans = places.map((index) => planPhone(state.seed, index, state.preset));
    const codes = await passcodes(plans.map((plan) => planGround(plan, new Date(this.#now()))));
    const deviceIds: (number | null)[] = [];
    for (const [order, plan] of plans.entries()) {
      try {
        const joined = await enrolPhone(serverUrl, codes[order] ?? '', plan);
        await state.setPhone(plan.index, joined);
        this.#connect(serverUrl, plan.index);
        deviceIds.push(joined.deviceId);
      } catch (error) {
        log(`${plan.person.username}: could not join, ${error instanceof Error ? error.message : error}`);
        deviceIds.push(null);
      }
    }
    return deviceIds;
  }

  #connect(serverUrl: string, index: number): void {
    const { state, log } = this.#options;
    const joined = state.phone(index);
    if (!joined) return;
    const phone = createPhone({
      serverUrl,
      token: joined.token,
      plan: planPhone(state.seed, index, state.preset),
      memory: joined,
      remember: (changes) => void this.#remember(index, changes),
      onEnded: () => undefined,
      log,
      past: this.#now,
    });
    this.#phones.set(index, phone);
    phone.start();
  }

  async #remember(index: number, changes: PhoneMemory): Promise<void> {
    const { state, log } = this.#options;
    const joined = state.phone(index);
    try {
      if (joined) await state.setPhone(index, { ...joined, ...changes });
    } catch (error) {
      log(`could not be remembered: ${error instanceof Error ? error.message : error}`);
    }
  }

  async #end(): Promise<null> {
    await Promise.all(Array.from(this.#phones.values(), (phone) => phone.stop()));
    return null;
  }
}
