import { DirectionContext, MantineProvider, localStorageColorSchemeManager } from '@mantine/core';
import { directionOf } from '@fairwatch/contract';
import { RouterProvider } from '@tanstack/react-router';
import { useLanguage } from '../core/i18n/use-language.ts';
import { MaintenanceGate } from '../core/maintenance/maintenance-gate.tsx';
import { createConsoleRouter, followSession } from './create-router.ts';
import { PagesContext } from '../core/router/pages-context.ts';
import { cssVariables, theme } from '@fairwatch/look';
import { Toaster } from '../core/toast/toast.tsx';
import { consolePages } from '../registry.tsx';

/** The router of this tab. `main.tsx` loads the first route before it replaces prerendered HTML. */
export const router = createConsoleRouter(consolePages);
followSession(router);
// The key is also read by public/before-paint.js, before the first paint.
const colorSchemeManager = localStorageColorSchemeManager({ key: 'color-scheme' });

/** The language decides the direction; nothing else changes it. */
const directions = {
  ltr: { dir: 'ltr', setDirection: () => {}, toggleDirection: () => {} },
  rtl: { dir: 'rtl', setDirection: () => {}, toggleDirection: () => {} },
} as const;

export function App() {
  const direction = directions[directionOf(useLanguage())];
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      <DirectionContext value={direction}>
        <MaintenanceGate>
          <PagesContext value={consolePages.pages}>
            <RouterProvider router={router} />
          </PagesContext>
        </MaintenanceGate>
        <Toaster />
      </DirectionContext>
    </MantineProvider>
  );
}
