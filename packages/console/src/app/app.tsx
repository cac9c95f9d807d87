import { MantineProvider, localStorageColorSchemeManager } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
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

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      <MaintenanceGate>
        <PagesContext value={consolePages.pages}>
          <RouterProvider router={router} />
        </PagesContext>
      </MaintenanceGate>
      <Toaster />
    </MantineProvider>
  );
}
