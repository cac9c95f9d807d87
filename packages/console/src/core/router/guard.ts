import { can, isConfinedToWelcome, type ConsolePath } from '@fairwatch/contract';
import type { Session } from '../session/session-store.ts';
import type { Page } from './page.ts';

/** Who may open a page: a guest, anyone, an account that waits for approval, or an admin with a permission. */
export type PageRequirement = 'guest' | 'anyone' | 'welcome' | AdminRequirement;
type AdminRequirement = Pick<Page, 'permission' | 'access'>;

export type GuardTarget = Extract<ConsolePath, '/auth/login' | '/not-authorized' | '/welcome' | '/'>;

/** True when the session may open a page. Read Only is enough unless the page declares its `access`; it then hides its commands. */
export function mayOpen(session: Session, { permission, access }: AdminRequirement): boolean {
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
