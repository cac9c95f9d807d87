import { can, type Access } from '@fairwatch/contract';
import type { ReactNode } from 'react';
import { useAdminSession } from '../session/session-store.ts';

/** Anything that declares its required access: an endpoint or a page. */
export interface Guarded {
  access: Access;
}

/** Returns whether the signed-in admin may use an endpoint. The server checks the same declaration. */
export function useCan(use: Guarded): boolean {
  const session = useAdminSession();
  return can(session.isAuthenticated ? session : null, use);
}

interface CanProps {
  use: Guarded;
  children: ReactNode;
  /** Rendered without access; nothing by default. */
  otherwise?: ReactNode;
}

/** Renders its children only when the signed-in admin may use the endpoint. */
export function Can({ use, children, otherwise = null }: CanProps) {
  return useCan(use) ? children : otherwise;
}
