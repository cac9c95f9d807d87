import { capabilityNames, type Capability, type Grants, type SharingHours } from '@fairwatch/contract';

/** The device's own word on what is shared. It counts at once, also while the server cannot be told. */
export class OwnGrants implements Grants {
  #now: Grants;
  readonly #changed: (grants: Grants) => void;

  /** `changed` is told what is shared from now on, each time that differs. */
  constructor({ capabilities, paused, hours }: Grants, changed: (grants: Grants) => void = () => undefined) {
    this.#now = { capabilities, paused, hours };
    this.#changed = changed;
  }

  get capabilities(): readonly Capability[] {
    return this.#now.capabilities;
  }

  get paused(): boolean {
    return this.#now.paused;
  }

  get hours(): SharingHours | null {
    return this.#now.hours;
  }

  /** The person takes back all but these. */
  keepOnly(capabilities: readonly Capability[]): void {
    this.#become({ ...this.#now, capabilities: this.capabilities.filter((name) => capabilities.includes(name)) });
  }

  pause(): void {
    this.#become({ ...this.#now, paused: true });
  }

  setHours(hours: SharingHours | null): void {
    this.#become({ ...this.#now, hours });
  }

  /** What the server holds: taken over where it is narrower, so that in doubt less is shared. */
  narrow(server: { capabilities: readonly string[]; paused: boolean }): void {
    this.#become({
      ...this.#now,
      capabilities: this.capabilities.filter((name) => server.capabilities.includes(name)),
      paused: this.paused || server.paused,
    });
  }

  /** What the server holds after it did what the person wanted. */
  confirm(server: { capabilities: readonly string[]; paused: boolean }): void {
    this.#become({
      ...this.#now,
      capabilities: capabilityNames.filter((name) => server.capabilities.includes(name)),
      paused: server.paused,
    });
  }

  #become(next: Grants): void {
    const before = this.#now;
    this.#now = next;
    const same =
      next.paused === before.paused &&
      next.capabilities.length === before.capabilities.length &&
      JSON.stringify(next.hours) === JSON.stringify(before.hours);
    if (!same || next.capabilities.some((name) => !before.capabilities.includes(name))) this.#changed(next);
  }
}
