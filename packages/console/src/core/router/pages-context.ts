import { useMatches } from '@tanstack/react-router';
import { createContext, useContext } from 'react';
import type { Page } from './page.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    page?: Page;
  }
}

/** The pages of the shell, for components that link to them. Core cannot import the registry, so the context provides them. */
export const PagesContext = createContext<readonly Page[]>([]);

export function usePages(): readonly Page[] {
  return useContext(PagesContext);
}

/** The current page, and the id of its device. */
export function useCurrentPage(): { page: Page | null; deviceId: number | null } {
  const match = useMatches().at(-1);
  return { page: match?.staticData.page ?? null, deviceId: deviceIdIn(match?.params) };
}

/** The device that a page's address names; null when it names none, or no possible one. */
export function deviceIdIn(params: { deviceId?: string } | undefined): number | null {
  const deviceId = Number(params?.deviceId);
  return Number.isSafeInteger(deviceId) && deviceId > 0 ? deviceId : null;
}
