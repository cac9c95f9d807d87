import type { Device } from '@fairwatch/contract';
import type { Icon } from '@tabler/icons-react';

/** The sections of the palette's list. */
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

/** One entry of the palette: a page, a device or an action. */
export interface PaletteItem {
  /** Stable across reloads. */
  id: string;
  /** The id that is stored among the recent items when this one is chosen. Defaults to `id`; null stores nothing. */
  recentId?: string | null;
  group: PaletteGroup;
  label: string;
  icon: Icon;
  /** Further search terms, separated by spaces. */
  keywords?: string;
  /** Shown after the label in smaller type, to distinguish similar items. */
  note?: string;
  /** The shortcut for the same action. */
  keys?: string;
  status?: Device['status'];
  /** Why the item is disabled; null or missing when it is enabled. */
  reason?: string | null;
  /** Preloads the code of the target page. */
  preload?: () => void;
  run: () => void;
}
