import type { ConsolePath, ConsolePathParams } from '@fairwatch/contract';
import type { Page } from './page.ts';

type Search = Readonly<Record<string, unknown>>;

/**
 * The target of a `<Link {...link}>` or `router.navigate(link)`. The routes are built from data, so the router's types know no page.
 * The functions below check paths and parameters, and add fields beside `to` that the router reads.
 */
export interface PageLink {
  to: string;
}

type LinkOptions<Path extends ConsolePath> = { search?: Search } & (keyof ConsolePathParams<Path> extends never
  ? { params?: undefined }
  : { params: ConsolePathParams<Path> });

/** A link to a page by its path. The options are required when the path has parameters. */
export function pageLink<Path extends ConsolePath>(
  to: Path,
  ...[options]: keyof ConsolePathParams<Path> extends never ? [options?: LinkOptions<Path>] : [LinkOptions<Path>]
): PageLink {
  return { to, ...options };
}

/** A link to a page of the registry. Pages about a device take `deviceId`, and the others ignore it. */
export function registryPageLink({ path }: Page, deviceId: number | null): PageLink {
  const link = { to: path, params: { deviceId: String(deviceId) } };
  return link;
}

/** A link to the current page with changed search parameters. The others stay, and undefined removes one. */
export function searchLink(change: Search): PageLink {
  const link = { to: '.', search: (before: Search) => ({ ...before, ...change }), resetScroll: false };
  return link;
}
