import { can, isConfinedToWelcome, type FeaturePermission } from '@fairwatch/contract';
import type { Session } from '../session/session-store.ts';

/** What a page asks: a visitor who is not signed in, one who waits, or an admin with (or without) a permission. */
export type PageAsk = 'guest' | 'welcome' | { permission: FeaturePermission | null };

export type GuardTarget = '/auth/login' | '/not-authorized' | '/welcome' | '/';

/** Whether the session opens a page that needs this permission. Read Only opens it; the page then draws no commands. */
export function mayOpen(session: Session, permission: FeaturePermission | null): boolean {
  return permission === null || can(session, { access: { permission, level: 'READ_ONLY' } });
}

/** Where the visitor must go instead, or null to open the page. */
export function decide(session: Session, ask: PageAsk): GuardTarget | null {
  if (!session.isAuthenticated) return ask === 'guest' ? null : '/auth/login';
  const confined = isConfinedToWelcome(session.adminRole);
  if (ask === 'welcome') return confined ? null : '/';
  if (confined) return '/welcome';
  if (ask === 'guest') return '/';
  return mayOpen(session, ask.permission) ? null : '/not-authorized';
}
