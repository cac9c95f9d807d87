import type { Capability } from '@fairwatch/contract';
import type { PasscodeDescription } from '@fairwatch/device/core';

/** What a person was asked to, and what they have chosen so far. */
export interface Invitation {
  passcode: string;
  description: PasscodeDescription;
  /** What they want to share. Nothing, to begin with. */
  choices: readonly Capability[];
}
