import type { Device } from '@fairwatch/contract';
import type { Icon } from '@tabler/icons-react';

/** The parts of the palette's list. */
export type PaletteGroup =
  | 'recent'
  | 'action'
  | 'devicePage'
  | 'page'
  | 'command'
  | 'pageOfDevice'
  | 'device'
  | 'ticket'
  | 'person';

/** One thing the palette can do. */
export interface PaletteItem {
  /** The same over reloads. */
  id: string;
  /** What is remembered among the recent ones when it was chosen: `id` unless given; null for nothing. */
  recentId?: string | null;
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
