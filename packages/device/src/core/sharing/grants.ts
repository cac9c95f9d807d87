import { capabilityNames, type Capability, type Grants, type SharingHours } from '@fairwatch/contract';

/** What is shared, as the device itself decides. A change takes effect at once, even while there is no connection. */
export class OwnGrants implements Grants {
  #now: Grants;
  readonly #changed: (grants: Grants) => void;

  /** `changed` is called with the new grants each time they differ. */
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

  /** Withdraws every capability but these. */
  keepOnly(capabilities: readonly Capability[]): void {
    this.#become({ ...this.#now, capabilities: this.capabilities.filter((name) => capabilities.includes(name)) });
  }

  pause(): void {
    this.#become({ ...this.#now, paused: true });
  }

  setHours(hours: SharingHours | null): void {
    this.#become({ ...this.#now, hours });
  }

  /** Applies the server's grants where they are narrower, so that in doubt less is shared. */
  narrow(server: { capabilities: readonly string[]; paused: boolean }): void {
    this.#become({
      ...this.#now,
      capabilities: this.capabilities.filter((name) => server.capabilities.includes(name)),
      paused: this.paused || server.paused,
    });
  }

  /** Applies the server's grants after it has stored the person's decision. */
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
