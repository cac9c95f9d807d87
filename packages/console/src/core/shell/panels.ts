import type { NavGroup, Page } from '../router/page.ts';

/** One arrangement of the sidebar. All of them hold the same items. */
export interface Panel {
  /** The groups from top to bottom. */
  groups: readonly NavGroup[];
  /** Pages that stand at the top of their group. */
  first: readonly string[];
  /** Dense lines, and lines instead of headings between the groups. */
  compact: boolean;
}

const defaultPanel: Panel = { groups: ['main', 'device', 'admin', 'menu'], first: [], compact: false };

/** Custom 1: who answers tickets. Custom 2: who looks after devices. Custom 3: who wants little on screen. */
const customPanels: Readonly<Record<number, Panel>> = {
  1: { groups: ['menu', 'main', 'device', 'admin'], first: ['/subordinates-tickets'], compact: false },
  2: { groups: ['device', 'main', 'menu', 'admin'], first: ['/device-list', '/otp-list'], compact: false },
  3: { groups: ['main', 'device', 'menu', 'admin'], first: ['/device-list'], compact: true },
};

/** The panel an admin was given; the default one unless there is such a custom panel. */
export function panelOf(customSidebar: number | null): Panel {
  return customPanels[customSidebar ?? 0] ?? defaultPanel;
}

/** The pages with a place in the sidebar, by group, as a panel arranges them. Groups without any are left out. */
export function arrange(pages: readonly Page[], { groups, first }: Panel): { group: NavGroup; items: Page[] }[] {
  const rank = ({ path }: Page) => (first.includes(path) ? first.indexOf(path) : first.length);
  return groups
    .map((group) => ({ group, items: pages.filter(({ nav }) => nav?.group === group) }))
    .map(({ group, items }) => ({ group, items: items.toSorted((a, b) => rank(a) - rank(b)) }))
    .filter(({ items }) => items.length > 0);
}
