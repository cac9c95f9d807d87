import { can, type Access } from '@fairwatch/contract';
import type { ReactNode } from 'react';
import { useSession } from '../session/session-store.ts';

/** Anything that declares its access: an endpoint, or a page. */
export interface Guarded {
  access: Access;
}

/** Whether the signed-in admin may use an endpoint: the same declaration the server decides by. */
export function useCan(use: Guarded): boolean {
  const session = useSession();
  return can(session.isAuthenticated ? session : null, use);
}

interface CanProps {
  use: Guarded;
  children: ReactNode;
  /** Drawn instead; nothing unless given. */
  otherwise?: ReactNode;
}

/** Draws its children only for those who may use the endpoint. */
export function Can({ use, children, otherwise = null }: CanProps) {
  return useCan(use) ? children : otherwise;
}
