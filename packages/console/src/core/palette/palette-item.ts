import type { Device } from '@fairwatch/contract';
import type { Icon } from '@tabler/icons-react';

/** The parts of the palette's list. */
export type PaletteGroup = 'recent' | 'action' | 'devicePage' | 'page' | 'command' | 'device' | 'person';

/** One thing the palette can do. */
export interface PaletteItem {
  /** Remembered among the recent ones; the same over reloads. */
  id: string;
  group: PaletteGroup;
  label: string;
  icon: Icon;
  /** Other words it is found by. */
  also?: string;
  /** What tells it from its like, in smaller type. */
  note?: string;
  /** The shortcut that does the same. */
  keys?: string;
  status?: Device['status'];
  /** Why it cannot be done now. */
  reason?: string | null;
  /** Brings the code it leads to, before it is chosen. */
  warm?: () => void;
  run: () => void;
}
