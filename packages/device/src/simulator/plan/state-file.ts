import { existsSync, readFileSync } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  capabilityNames,
  ground,
  logHead,
  notificationStates,
  presetNames,
  sharingHours,
  type PresetName,
} from '@fairwatch/contract';
import { z } from 'zod/mini';
import type { Ending } from '../../core/client/device-options.ts';
import { unsentTicket } from '../../core/tickets/tickets.ts';
import { pendingDecision } from '../../core/sharing/pending-decisions.ts';

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
  /** Their decisions that the server has not confirmed. */
  unsaid: z.optional(z.array(pendingDecision)),
  /** Their changes of tickets that the server has not confirmed. */
  unsentTickets: z.optional(z.array(unsentTicket)),
  /** Whether they have seen or dismissed each notification. */
  notificationStates: z.optional(z.array(z.tuple([z.int(), z.enum(notificationStates)]))),
  /** The newest entry of its log that the server has reported to it. */
  logHead: z.optional(logHead),
  /** The ground of its supervision that the server reported last. */
  ground: z.optional(ground),
  /** The kinds of data that the server uses, as it reported last. */
  usedKinds: z.optional(z.array(z.enum(capabilityNames))),
});
const ending = z.object({ endedBy: z.string(), reason: z.string(), endedAt: z.string() });
const fleetState = z.object({
  seed: z.string(),
  /** For whom the installation was when these phones first joined; `everything` when left out. */
  preset: z.optional(z.enum(presetNames)),
  phones: z.record(z.string(), phoneState),
  /** Phones that an admin ended. Their token is deleted, and they do not join again. */
  ended: z.optional(z.record(z.string(), ending)),
});

/** The stored state of a phone that has joined. */
export type PhoneState = z.infer<typeof phoneState>;

/** The part of the state that changes while the phone runs. */
export type PhoneMemory = Pick<
  PhoneState,
  'grants' | 'unsaid' | 'unsentTickets' | 'notificationStates' | 'logHead' | 'ground' | 'usedKinds'
>;

/** Stores which phones have joined, by their place in the fleet, and what they share. Without this file all phones must join again. */
export class StateFile {
  readonly #path: string;
  readonly #state: z.infer<typeof fleetState>;
  #writing: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;

  constructor(path: string, seedOfNew: string, presetOfNew?: PresetName) {
    this.#path = path;
    const fresh = { seed: seedOfNew, phones: {}, ...(presetOfNew && { preset: presetOfNew }) };
    this.#state = existsSync(path) ? readState(path) : fresh;
  }

  get seed(): string {
    return this.#state.seed;
  }

  get preset(): PresetName {
    return this.#state.preset ?? 'everything';
  }

  phone(index: number): PhoneState | undefined {
    return this.#state.phones[index];
  }

  /** Why an admin ended this phone; undefined when none did. */
  endingOf(index: number): Ending | undefined {
    return this.#state.ended?.[index];
  }

  /** Deletes a phone that an admin ended, including its token, and stores the reason. */
  endPhone(index: number, { endedBy, reason, endedAt }: Ending): Promise<void> {
    this.#state.ended = { ...this.#state.ended, [index]: { endedBy, reason, endedAt } };
    return this.setPhone(index, undefined);
  }

  /** Stores a phone, or deletes it. Resolves when the file is written; changes during a write are written together afterwards. */
  setPhone(index: number, phone: PhoneState | undefined): Promise<void> {
    if (phone) this.#state.phones[index] = phone;
    else delete this.#state.phones[index];
    // A failed write was reported to its callers; the next one is not affected.
    this.#next ??= this.#writing
      .catch(() => undefined)
      .then(() => {
        this.#next = null;
        return this.#write();
      });
    this.#writing = this.#next;
    return this.#next;
  }

  /** Writes the file atomically by a rename. Only its owner can read it, since it contains tokens. */
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
