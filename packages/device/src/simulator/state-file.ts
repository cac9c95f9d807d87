import { existsSync, readFileSync } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { capabilityNames, ground, logHead, notificationStates, sharingHours } from '@fairwatch/contract';
import { z } from 'zod/mini';
import type { Ending } from '../core/device-options.ts';
import { unsentTicket } from '../core/tickets.ts';
import { unsaidWish } from '../core/unsaid.ts';

const grants = z.object({
  capabilities: z.array(z.enum(capabilityNames)),
  paused: z.boolean(),
  hours: z.optional(z.nullable(sharingHours)),
});
const phoneState = z.object({
  deviceId: z.int(),
  deviceUniqueUUID: z.string(),
  token: z.string(),
  /** What its person shared when they last changed it; left out while that is what they joined with. */
  grants: z.optional(grants),
  /** What they decided and the server has not confirmed. */
  unsaid: z.optional(z.array(unsaidWish)),
  /** What they wrote to tickets and the server has not confirmed. */
  unsentTickets: z.optional(z.array(unsentTicket)),
  /** What became of the notifications that they were shown. */
  notificationStates: z.optional(z.array(z.tuple([z.int(), z.enum(notificationStates)]))),
  /** The newest entry of its log that it was told. */
  logHead: z.optional(logHead),
  /** On what ground it is supervised, as it was told last. */
  ground: z.optional(ground),
});
const ending = z.object({ endedBy: z.string(), reason: z.string(), endedAt: z.string() });
const fleetState = z.object({
  seed: z.string(),
  phones: z.record(z.string(), phoneState),
  /** Phones that an admin ended: their token is forgotten, and they do not join again by themselves. */
  ended: z.optional(z.record(z.string(), ending)),
});

/** What a phone keeps after it joined. */
export type PhoneState = z.infer<typeof phoneState>;

/** The part of it that changes while the phone lives. */
export type PhoneMemory = Pick<
  PhoneState,
  'grants' | 'unsaid' | 'unsentTickets' | 'notificationStates' | 'logHead' | 'ground'
>;

/** The fleet's memory: which phones have joined, by their place, and what their people share. Lost, the phones must join again. */
export class StateFile {
  readonly #path: string;
  readonly #state: z.infer<typeof fleetState>;
  #writing: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;

  constructor(path: string, seedOfNew: string) {
    this.#path = path;
    this.#state = existsSync(path) ? readState(path) : { seed: seedOfNew, phones: {} };
  }

  get seed(): string {
    return this.#state.seed;
  }

  phone(index: number): PhoneState | undefined {
    return this.#state.phones[index];
  }

  /** Why an admin ended this phone; undefined when none did. */
  endingOf(index: number): Ending | undefined {
    return this.#state.ended?.[index];
  }

  /** Forgets a phone that an admin ended, its token included, and remembers why. */
  endPhone(index: number, { endedBy, reason, endedAt }: Ending): Promise<void> {
    this.#state.ended = { ...this.#state.ended, [index]: { endedBy, reason, endedAt } };
    return this.setPhone(index, undefined);
  }

  /** Remembers a phone, or forgets it. Resolves when that is on disk; those that come meanwhile are written together. */
  setPhone(index: number, phone: PhoneState | undefined): Promise<void> {
    if (phone) this.#state.phones[index] = phone;
    else delete this.#state.phones[index];
    // A write that failed was told to whoever waited for it; the next one writes all the same.
    this.#next ??= this.#writing
      .catch(() => undefined)
      .then(() => {
        this.#next = null;
        return this.#write();
      });
    this.#writing = this.#next;
    return this.#next;
  }

  /** Renamed into place whole and readable by its owner only: the tokens in it are secrets. */
  async #write(): Promise<void> {
    await mkdir(dirname(this.#path), { recursive: true });
    const draft = `${this.#path}.new`;
    const file = await open(draft, 'w', 0o600);
    try {
      await file.writeFile(JSON.stringify(this.#state, null, 2));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, this.#path);
  }
}

function readState(path: string): z.infer<typeof fleetState> {
  try {
    return fleetState.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new Error(`${path} is not the state of a fleet. Remove it to let the phones join anew.`, { cause: error });
  }
}
