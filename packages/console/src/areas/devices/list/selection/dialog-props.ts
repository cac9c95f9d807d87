import type { DeviceSelection } from '@fairwatch/contract';

/** The props of each dialog about selected devices. */
export interface DialogProps {
  selection: DeviceSelection;
  /** How many devices are selected. */
  count: number;
  close: () => void;
  /** Called when the action has been started or carried out. */
  onDone: () => void;
}
