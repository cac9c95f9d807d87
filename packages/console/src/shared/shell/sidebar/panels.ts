import type { ConsolePath } from '@fairwatch/contract';
import type { NavGroup, Page } from '../../../core/router/page.ts';

/** One arrangement of the sidebar. All panels have the same pages. */
export interface Panel {
  /** The groups from top to bottom. */
  groups: readonly NavGroup[];
  /** Pages at the top of their group. */
  first: readonly ConsolePath[];
  /** Dense rows, and separators instead of headings between the groups. */
  compact: boolean;
}

const defaultPanel: Panel = { groups: ['main', 'device', 'admin', 'menu'], first: [], compact: false };

/** Panel 1 is for admins who answer tickets, panel 2 for those who manage devices, panel 3 is the compact one. */
const customPanels: Readonly<Record<number, Panel>> = {
  1: { groups: ['menu', 'main', 'device', 'admin'], first: ['/subordinates-tickets'], compact: false },
  2: { groups: ['device', 'main', 'menu', 'admin'], first: ['/device-list', '/otp-list'], compact: false },
  3: { groups: ['main', 'device', 'menu', 'admin'], first: ['/device-list'], compact: true },
};

/** The panel that is set for an admin; the default panel when none is set or the number is unknown. */
export function panelOf(customSidebar: number | null): Panel {
  return customPanels[customSidebar ?? 0] ?? defaultPanel;
}

/** Groups and sorts the pages as a panel arranges them. Pages outside the sidebar and empty groups are left out. */
export function arrange(pages: readonly Page[], { groups, first }: Panel): { group: NavGroup; items: Page[] }[] {
  const rank = ({ path }: Page) => (first.includes(path) ? first.indexOf(path) : first.length);
  return groups
    .map((group) => ({ group, items: pages.filter(({ nav }) => nav?.group === group) }))
    .map(({ group, items }) => ({ group, items: items.toSorted((a, b) => rank(a) - rank(b)) }))
    .filter(({ items }) => items.length > 0);
}
