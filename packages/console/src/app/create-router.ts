import { clientErrorText } from '../core/api/error-text.ts';
import { createRootRoute, createRoute, createRouter, type AnyRoute, type AnyRouter } from '@tanstack/react-router';
import { onAccessChange } from '../core/session/access-change.ts';
import { onSessionEnd } from '../core/session/end-session.ts';
import { toast } from '../core/toast/toast.tsx';
import { lazyPage } from '../core/router/lazy-page.ts';
import type { PageRequirement } from '../core/router/guard.ts';
import type { ConsolePages, Page } from '../core/router/page.ts';
import { returnSearch } from '../core/router/return-path.ts';
import { enterPage } from './enter-page.ts';
import { LoadingOverlay, RootLayout } from './root-layout.tsx';
import { PageError } from './page-error.tsx';
import { startCallsOnClick } from './start-calls.ts';

function guard(requirement: PageRequirement) {
  return ({ location }: { location: { href: string } }) => enterPage(requirement, location.href);
}

function routeTree({ pages, auth, welcome, notFound }: ConsolePages) {
  const root = createRootRoute({ component: RootLayout, notFoundComponent: lazyPage(notFound, 'installation') });
  const shell = createRoute({
    getParentRoute: () => root,
    id: 'shell',
    component: lazyPage(async () => (await import('../shared/shell/shell.tsx')).Shell),
  });
  const authLayout = createRoute({
    getParentRoute: () => root,
    id: 'auth',
    component: lazyPage(auth.layout, 'accounts'),
  });
  const welcomeRoute = createRoute({
    getParentRoute: () => root,
    path: welcome.path,
    beforeLoad: guard('welcome'),
    component: lazyPage(welcome.view, welcome.area),
    pendingMs: 0,
  });
  const routeOf = (parent: AnyRoute) => (page: Page) =>
    createRoute({
      getParentRoute: () => parent,
      path: page.path,
      staticData: { page },
      beforeLoad: guard(page),
      component: lazyPage(page.view, page.area),
      // The page is mounted again for another device, so that no selection or local state is carried over.
      remountDeps: ({ params }) => params,
    });
  const { plain = [], framed = [] } = Object.groupBy(pages, (page) => (page.plain ? 'plain' : 'framed'));
  return root.addChildren([
    shell.addChildren(framed.map(routeOf(shell))),
    ...plain.map(routeOf(root)),
    authLayout.addChildren(
      auth.pages.map(({ path, view, area, forAnyone }) =>
        createRoute({
          getParentRoute: () => authLayout,
          path,
          beforeLoad: guard(forAnyone ? 'anyone' : 'guest'),
          component: lazyPage(view, area),
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
  startCallsOnClick(router);
  return router;
}

/** Takes whoever is signed out to the sign-in, and checks the page on screen again when its reader's access changes. Returns how to stop. */
export function followSession(router: AnyRouter): () => void {
  const stopped = [
    onSessionEnd((end) => {
      // The text comes from the client's small list, because importing the server's error catalogue would add all of it to every page.
      if (end === 'expired') toast.error(clientErrorText('session_ended'), { id: 'session-ended' });
      const search = end === 'expired' ? returnSearch(router.state.location.href) : {};
      void router.navigate({ to: '/auth/login', search, replace: end === 'expired' });
    }),
    // Invalidating runs the guard of the page on screen again.
    onAccessChange(() => void router.invalidate()),
  ];
  return () => stopped.forEach((stop) => stop());
}
