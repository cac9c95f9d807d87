import type { AnyRouter } from '@tanstack/react-router';
import { decide } from '../core/router/guard.ts';
import type { Page, StartCalls } from '../core/router/page.ts';
import { deviceIdIn } from '../core/router/pages-context.ts';
import { sessionStore } from '../core/session/session-store.ts';

/**
 * Makes the first calls of a page with the click that leads there, so that the server answers while the page is drawn. Only who goes to another
 * page makes them: each is a line in the device's log, so a link that is merely hovered over, a dialog or a changed filter makes none.
 */
export function startCallsOnClick(router: AnyRouter): void {
  const known = new Map<Page, StartCalls>();
  router.subscribe('onBeforeNavigate', ({ toLocation, pathChanged }) => {
    if (!pathChanged) return;
    const [, params, route] = router.getMatchedRoutes(toLocation.pathname);
    const page = route?.options.staticData?.page;
    const deviceId = deviceIdIn(params);
    if (page?.firstCalls === undefined || deviceId === null || decide(sessionStore.get(), page) !== null) return;
    const start = known.get(page);
    // On the first visit the page makes its calls itself: it is there as soon as this code is.
    if (start === undefined)
      page
        .firstCalls()
        .then((loaded) => known.set(page, loaded))
        .catch(() => undefined);
    else start(deviceId, toLocation.search as Record<string, unknown>);
  });
}
