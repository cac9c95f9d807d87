import { capabilityNames, type Capability, type Grants } from '@fairwatch/contract';

/** The device's own word on what is shared. It counts at once, also while the server cannot be told. */
export class OwnGrants implements Grants {
  capabilities: readonly Capability[];
  paused: boolean;

  constructor({ capabilities, paused }: Grants) {
    this.capabilities = capabilities;
    this.paused = paused;
  }

  /** What the server holds: taken over where it is narrower, so that in doubt less is shared. */
  narrow(server: { capabilities: readonly string[]; paused: boolean }): void {
    this.capabilities = this.capabilities.filter((name) => server.capabilities.includes(name));
    this.paused ||= server.paused;
  }

  /** What the server holds after it did what the person wanted. */
  confirm(server: { capabilities: readonly string[]; paused: boolean }): void {
    this.capabilities = capabilityNames.filter((name) => server.capabilities.includes(name));
    this.paused = server.paused;
  }
}
