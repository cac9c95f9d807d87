import { presets, sidebarLinksAtMost, type Preset, type PresetName, type SidebarGroup } from '@fairwatch/contract';
import type { Page } from '../../../core/router/page.ts';

type PresetGroupName = SidebarGroup['group'] | 'device' | 'moreOfDevice' | 'more';

/** A group of a preset's sidebar. */
export interface PresetGroup {
  group: PresetGroupName;
  items: Page[];
  /** Where the browser remembers whether it is folded. Other groups are folded while a device is open. */
  key: string;
  /** True when it is open until somebody folds it. */
  isOpen: boolean;
}

/** The sidebar of a preset; null for the panels of the specification, also until a preset is chosen. */
export function sidebarOf(preset: PresetName | null): NonNullable<Preset['sidebar']> | null {
  return presets[preset ?? 'everything'].sidebar;
}

/** The pages of a device in the order of the preset. */
export function deviceTabsOf(pages: readonly Page[], preset: PresetName): Page[] {
  return presets[preset].deviceTabs.flatMap((path) => pages.find((page) => page.path === path) ?? []);
}

/**
 * Arranges the pages that an admin may open as their preset says. At most `sidebarLinksAtMost` links are shown until somebody unfolds a
 * group: the first group and the first pages of the open device, or all groups without a device. Every other page is under *More*.
 */
export function arrangePreset(pages: readonly Page[], preset: PresetName, isDeviceOpen: boolean): PresetGroup[] {
  const groups = (sidebarOf(preset) ?? []).map(({ group, paths }) => ({
    group,
    items: paths.flatMap((path) => pages.find((page) => page.path === path) ?? []),
  }));
  const [first, ...others] = groups;
  const shown = new Set(groups.flatMap(({ items }) => items));
  const rest = pages.filter((page) => page.nav !== null && page.nav.group !== 'device' && !shown.has(page));
  const tabs = isDeviceOpen ? deviceTabsOf(pages, preset) : [];
  const room = sidebarLinksAtMost - (first?.items.length ?? 0);
  const within = isDeviceOpen ? 'device.' : '';
  const group = (name: PresetGroupName, items: Page[], isOpen: boolean): PresetGroup => ({
    group: name,
    items,
    key: within + name,
    isOpen,
  });
  return [
    ...(first === undefined ? [] : [group(first.group, first.items, true)]),
    group('device', tabs.slice(0, room), true),
    group('moreOfDevice', tabs.slice(room), false),
    ...others.map(({ group: name, items }) => group(name, items, !isDeviceOpen)),
    group('more', rest, false),
  ].filter(({ items }) => items.length > 0);
}
