import { mayOpen } from '../router/guard.ts';
import type { Page } from '../router/page.ts';
import { panelOf, arrange } from '../shell/panels.ts';
import type { Session } from '../session/session-store.ts';

/** After `g`: the letter of each page. Beside the pages and not in them, since the login page loads that list. */
export const goKeys: Readonly<Record<string, string>> = {
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

/** Whether a page can be gone to from anywhere: its address names nothing that would have to be chosen first. */
function standsAlone({ path }: Page): boolean {
  return !path.includes('$') && path !== '/not-authorized';
}

/** The pages that the admin can go to from anywhere. */
export function openPages(pages: readonly Page[], session: Session): Page[] {
  return pages.filter((page) => standsAlone(page) && mayOpen(session, page));
}

/** The pages of a device that the admin may open, as the sidebar lists them. */
export function openDevicePages(pages: readonly Page[], session: Session): Page[] {
  const open = pages.filter((page) => mayOpen(session, page));
  return arrange(open, panelOf(session.customSidebar)).find(({ group }) => group === 'device')?.items ?? [];
}

/** The page before or after another one; round and round. */
export function neighbour(pages: readonly Page[], current: Page | null, step: 1 | -1): Page | null {
  const at = pages.findIndex(({ path }) => path === current?.path);
  return at === -1 ? null : (pages.at((at + step) % pages.length) ?? null);
}
