import { clientErrors } from '@fairwatch/contract';
import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { onAccessChange } from '../session/access-change.ts';
import { onSessionEnd } from '../session/end-session.ts';
import { toast } from '../toast/toast.tsx';
import { enterPage } from './enter-page.ts';
import { lazyPage } from './lazy-page.ts';
import { LoadingOverlay } from './loading-overlay.tsx';
import type { PageAsk } from './guard.ts';
import type { ConsolePages } from './page.ts';
import { PageError } from './page-error.tsx';
import { RootLayout } from './root-layout.tsx';
import { returnSearch } from './return-path.ts';

function guard(ask: PageAsk) {
  return ({ location }: { location: { href: string } }) => enterPage(ask, location.href);
}

function routeTree({ pages, auth, welcome, notFound }: ConsolePages) {
  const root = createRootRoute({ component: RootLayout, notFoundComponent: lazyPage(notFound) });
  const shell = createRoute({
    getParentRoute: () => root,
    id: 'shell',
    component: lazyPage(async () => (await import('../shell/shell.tsx')).Shell),
  });
  const authLayout = createRoute({ getParentRoute: () => root, id: 'auth', component: lazyPage(auth.layout) });
  const welcomeRoute = createRoute({
    getParentRoute: () => root,
    path: welcome.path,
    beforeLoad: guard('welcome'),
    component: lazyPage(welcome.view),
    pendingMs: 0,
  });
  return root.addChildren([
    shell.addChildren(
      pages.map((page) =>
        createRoute({
          getParentRoute: () => shell,
          path: page.path,
          staticData: { page },
          beforeLoad: guard(page),
          component: lazyPage(page.view),
          // Another device is another page: nothing that is selected or held on one may show on the next.
          remountDeps: ({ params }) => params,
        }),
      ),
    ),
    authLayout.addChildren(
      auth.pages.map(({ path, view }) =>
        createRoute({
          getParentRoute: () => authLayout,
          path,
          beforeLoad: guard('guest'),
          component: lazyPage(view),
        }),
      ),
    ),
    welcomeRoute,
  ]);
}

/** Builds the router from the registry's pages. */
export function createConsoleRouter(consolePages: ConsolePages) {
  const router = createRouter({
    routeTree: routeTree(consolePages),
    defaultPendingComponent: LoadingOverlay,
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
    defaultErrorComponent: PageError,
    defaultPreload: 'intent',
    scrollRestoration: true,
  });
  onSessionEnd((end) => {
    // Not from the catalogue of the server: every page would carry all of it.
    if (end === 'expired') toast.error(clientErrors.session_ended, { id: 'session-ended' });
    const search = end === 'expired' ? returnSearch(router.state.location.href) : {};
    void router.navigate({ to: '/auth/login', search, replace: end === 'expired' });
  });
  // The guard looks again at the page on screen.
  onAccessChange(() => void router.invalidate());
  return router;
}
