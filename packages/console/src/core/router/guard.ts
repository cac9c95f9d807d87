import { can, isConfinedToWelcome, isPageUsed, type ConsolePath } from '@fairwatch/contract';
import type { Session } from '../session/session-store.ts';
import type { Page } from './page.ts';

/** Who may open a page: a guest, anyone, an account that waits for approval, or an admin with a permission. */
export type PageRequirement = 'guest' | 'anyone' | 'welcome' | AdminRequirement;
type AdminRequirement = Pick<Page, 'permission' | 'access'> & Partial<Pick<Page, 'path'>>;

export type GuardTarget = Extract<ConsolePath, '/auth/login' | '/not-authorized' | '/welcome' | '/'>;

/** True when a page is about something that this installation uses. */
export function isUsed({ installation }: Session, { path }: AdminRequirement): boolean {
  return path === undefined || isPageUsed(path, installation.usedKinds);
}

/** True when the session may open a page, which is about something that this installation uses. Read Only is enough unless the page declares its `access`; it then hides its commands. */
export function mayOpen(session: Session, page: AdminRequirement): boolean {
  const { permission, access } = page;
  if (!isUsed(session, page)) return false;
  if (access !== undefined) return can(session, { access });
  return permission === null || can(session, { access: { permission, level: 'READ_ONLY' } });
}

/** The redirect target of the visitor, or null to open the page. */
export function decide(session: Session, requirement: PageRequirement): GuardTarget | null {
  if (requirement === 'anyone') return null;
  if (!session.isAuthenticated) return requirement === 'guest' ? null : '/auth/login';
  const isConfined = isConfinedToWelcome(session.adminRole);
  if (requirement === 'welcome') return isConfined ? null : '/';
  if (isConfined) return '/welcome';
  if (requirement === 'guest') return '/';
  return mayOpen(session, requirement) ? null : '/not-authorized';
}
