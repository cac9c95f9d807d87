import type { Capability } from '@fairwatch/contract';
import type { PasscodeDescription } from '@fairwatch/device/core';

/** The description of the passcode, and the person's choices so far. */
export interface Invitation {
  passcode: string;
  description: PasscodeDescription;
  /** The capabilities to share; empty at first. */
  choices: readonly Capability[];
}
