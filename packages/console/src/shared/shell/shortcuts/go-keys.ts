import type { ConsolePath } from '@fairwatch/contract';
import { mayOpen } from '../../../core/router/guard.ts';
import type { Page } from '../../../core/router/page.ts';
import { panelOf, arrange } from '../sidebar/panels.ts';
import { deviceTabsOf, sidebarOf } from '../sidebar/preset-groups.ts';
import type { Session } from '../../../core/session/session-store.ts';

/** The letter that opens each page after `g`. The map is not part of the registry, because the sign-in page loads the registry. */
export const goKeys: Readonly<Partial<Record<ConsolePath, string>>> = {
  '/': 'h',
  '/device-list': 'd',
  '/notification': 'n',
  '/account': 'a',
  '/app-download': 'p',
  '/users-list': 'u',
  '/role-management': 'r',
  '/otp-list': 'o',
  '/audit': 'l',
  '/retention': 'e',
  '/my-tickets': 't',
  '/my-ticket/add-ticket': 'c',
  '/subordinates-tickets': 's',
};

/** Returns whether a page can be opened from anywhere: its path has no parameter. */
function needsNoParameter({ path }: Page): boolean {
  return !path.includes('$') && path !== '/not-authorized';
}

/** The pages that the admin may open and that need no parameter. */
export function accessiblePages(pages: readonly Page[], session: Session): Page[] {
  return pages.filter((page) => needsNoParameter(page) && mayOpen(session, page));
}

/** The device pages that the admin may open, in the sidebar's order. */
export function accessibleDevicePages(pages: readonly Page[], session: Session): Page[] {
  const accessible = pages.filter((page) => mayOpen(session, page));
  const { preset } = session.installation;
  if (preset !== null && sidebarOf(preset) !== null) return deviceTabsOf(accessible, preset);
  return arrange(accessible, panelOf(session.customSidebar)).find(({ group }) => group === 'device')?.items ?? [];
}

/** The page before or after the current one, wrapping around at both ends; null when the current page is not in the list. */
export function neighbourOf(pages: readonly Page[], current: Page | null, step: 1 | -1): Page | null {
  const index = pages.findIndex(({ path }) => path === current?.path);
  return index === -1 ? null : (pages.at((index + step) % pages.length) ?? null);
}
