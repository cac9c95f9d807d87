import { lazyRouteComponent } from '@tanstack/react-router';
import { serverAnswers } from '../connection/server-answers.ts';
import { reportUnreachable } from '../connection/unreachable.ts';
import { loadTexts, type TextArea } from '../i18n/load-texts.ts';
import type { LazyView } from './page.ts';

/** Pages are created in the same order at every start, so a page keeps its number after a reload. */
let pageCount = 0;

/** Thrown when a page's code could not be loaded, because the server is unreachable or even after a reload. */
export class PageLoadError extends Error {
  /** True when the page can be opened as soon as the server answers again. */
  readonly serverUnreachable: boolean;

  constructor(cause: unknown, serverUnreachable: boolean) {
    // The text must not look like a missing module, or the router would reload a second time.
    super('The code of this page did not arrive.', { cause });
    this.name = 'PageLoadError';
    this.serverUnreachable = serverUnreachable;
  }
}

/**
 * Loads a page's code. After an update of the server the old chunks are gone and only a reload fetches the new ones, so the first
 * failure of a page reloads the browser. A second consecutive one is thrown, because the page would reload forever. While the
 * server is unreachable the failure is thrown immediately, because a reload would show the browser's own error page.
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
      reportUnreachable();
      throw new PageLoadError(error, true);
    }
    if (sessionStorage.getItem(reloadKey) !== null) throw new PageLoadError(error, false);
    sessionStorage.setItem(reloadKey, 'yes');
    reload();
    // Stays pending, so that nothing is drawn until the reload.
    return new Promise<never>(() => {});
  }
}

/** The route component of a lazy view, which is drawn with the texts of its area. */
export function lazyPage(view: LazyView, area?: TextArea) {
  const page = String((pageCount += 1));
  const loadBoth = async () => (await Promise.all([view(), loadTexts(area)]))[0];
  const load = async () => ({ View: await loadOrReload(page, loadBoth, () => location.reload()) });
  return lazyRouteComponent(load, 'View');
}
