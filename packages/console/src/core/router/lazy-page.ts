import { lazyRouteComponent } from '@tanstack/react-router';
import { serverAnswers } from '../connection/server-answers.ts';
import { tellSilence } from '../connection/silence.ts';
import type { LazyView } from './page.ts';

/** Pages are made in the same order at every start, so a page keeps its number over a reload. */
let pagesMade = 0;

/** A page's code that did not come, because the server is away or even after the browser was reloaded. */
export class PageLoadError extends Error {
  /** The page opens as soon as the server answers again. */
  readonly serverAway: boolean;

  constructor(cause: unknown, serverAway: boolean) {
    // Worded so that the router does not take it for a missing module and reload a second time.
    super('The code of this page did not arrive.', { cause });
    this.name = 'PageLoadError';
    this.serverAway = serverAway;
  }
}

/**
 * Loads a page's code. `page` names it, because one page that loads says nothing about another that does not. After an
 * update of the server the old chunks are gone and only a reload brings the new ones, so the first failure reloads the
 * browser; a second in a row is shown, or it would reload forever. A server that does not answer would not answer the
 * reload either, and the browser's own error page would stand in the console's place: that failure is shown at once.
 */
export async function loadOrReload<Loaded>(
  page: string,
  load: () => Promise<Loaded>,
  reload: () => void,
  answers: () => Promise<boolean> = serverAnswers,
): Promise<Loaded> {
  const reloadKey = `reloaded:${page}`;
  try {
    const loaded = await load();
    sessionStorage.removeItem(reloadKey);
    return loaded;
  } catch (error) {
    if (!(await answers())) {
      tellSilence();
      throw new PageLoadError(error, true);
    }
    if (sessionStorage.getItem(reloadKey) !== null) throw new PageLoadError(error, false);
    sessionStorage.setItem(reloadKey, 'yes');
    reload();
    // The page is about to go: nothing must be drawn in the meantime.
    return new Promise<never>(() => {});
  }
}

/** A route's component from a lazy view. */
export function lazyPage(view: LazyView) {
  const page = String((pagesMade += 1));
  const load = async () => ({ View: await loadOrReload(page, view, () => location.reload()) });
  return lazyRouteComponent(load, 'View');
}
