import { lazyRouteComponent } from '@tanstack/react-router';
import type { LazyView } from './page.ts';

const reloadKey = 'page-reloaded';

/** A page's code that did not come, even after the browser was reloaded. */
export class PageLoadError extends Error {
  constructor(cause: unknown) {
    // Worded so that the router does not take it for a missing module and reload a second time.
    super('The code of this page did not arrive.', { cause });
    this.name = 'PageLoadError';
  }
}

/**
 * Loads a page's code. After an update of the server the old chunks are gone and only a reload brings the new ones, so
 * the first failure reloads the browser; a second in a row is shown, or an unreachable server would reload forever.
 */
export async function loadOrReload<Loaded>(load: () => Promise<Loaded>, reload: () => void): Promise<Loaded> {
  try {
    const loaded = await load();
    sessionStorage.removeItem(reloadKey);
    return loaded;
  } catch (error) {
    if (sessionStorage.getItem(reloadKey) !== null) throw new PageLoadError(error);
    sessionStorage.setItem(reloadKey, 'yes');
    reload();
    // The page is about to go: nothing must be drawn in the meantime.
    return new Promise<never>(() => {});
  }
}

/** A route's component from a lazy view. */
export function lazyPage(view: LazyView) {
  const load = async () => ({ View: await loadOrReload(view, () => location.reload()) });
  return lazyRouteComponent(load, 'View');
}
