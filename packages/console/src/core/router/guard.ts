import { can, isConfinedToWelcome } from '@fairwatch/contract';
import type { Session } from '../session/session-store.ts';
import type { Page } from './page.ts';

/** What a page asks: a visitor who is not signed in, one who waits, or an admin with (or without) a permission. */
export type PageAsk = 'guest' | 'welcome' | AdminAsk;
type AdminAsk = Pick<Page, 'permission' | 'access'>;

export type GuardTarget = '/auth/login' | '/not-authorized' | '/welcome' | '/';

/** Whether the session opens a page. Read Only opens it, unless it asks for more; the page then draws no commands. */
export function mayOpen(session: Session, { permission, access }: AdminAsk): boolean {
  if (access !== undefined) return can(session, { access });
  return permission === null || can(session, { access: { permission, level: 'READ_ONLY' } });
}

/** Where the visitor must go instead, or null to open the page. */
export function decide(session: Session, ask: PageAsk): GuardTarget | null {
  if (!session.isAuthenticated) return ask === 'guest' ? null : '/auth/login';
  const confined = isConfinedToWelcome(session.adminRole);
  if (ask === 'welcome') return confined ? null : '/';
  if (confined) return '/welcome';
  if (ask === 'guest') return '/';
  return mayOpen(session, ask) ? null : '/not-authorized';
}
