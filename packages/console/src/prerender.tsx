/** Runs during the build (vite/page-files.ts), never in a browser. */
import './core/i18n/i18n.ts';
import { MantineProvider } from '@mantine/core';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  type AnyRouter,
} from '@tanstack/react-router';
import { cssVariables, theme } from '@fairwatch/look';
import {
  adminRoles,
  isConfinedToWelcome,
  mapPositions,
  mapStyle,
  profile,
  type ConsolePath,
  type Endpoint,
  type FirstCall,
  type InputOf,
} from '@fairwatch/contract';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { PageHeader } from './core/components/page/page-header.tsx';
import type { Page } from './core/router/page.ts';
import { profileInput } from './shared/sign-in/profile-input.ts';
import { PageOutline } from './shared/shell/page-outline.tsx';
import { i18n } from './core/i18n/i18n.ts';
import './shared/shell/texts/use-shell-texts.ts';
import { deviceListCall } from './areas/devices/list/device-list-call.ts';
import { DevicesOutline } from './areas/devices/list/devices-outline.tsx';
import { AuthLayout } from './areas/accounts/auth/auth-layout.tsx';
import { LoginView } from './areas/accounts/auth/login.view.tsx';
import { consolePages } from './registry.tsx';

/** The HTML of the sign-in page, as a first-time visitor sees it. */
export async function signInHtml(): Promise<string> {
  const root = createRootRoute({ component: Outlet });
  const layout = createRoute({ getParentRoute: () => root, id: 'auth', component: AuthLayout });
  const login = createRoute({ getParentRoute: () => layout, path: '/auth/login', component: LoginView });
  const router: AnyRouter = createRouter({
    routeTree: root.addChildren([layout.addChildren([login])]),
    history: createMemoryHistory({ initialEntries: ['/auth/login'] }),
  });
  await router.load();
  return htmlOf(<RouterProvider router={router} />);
}

function htmlOf(content: ReactNode): string {
  return renderToString(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      {content}
    </MantineProvider>,
  );
}

/** Pages whose prerendered HTML shows more than the title. */
const outlines: Readonly<Partial<Record<ConsolePath, ReactNode>>> = { '/device-list': <DevicesOutline /> };
/** Pages whose title differs from their name in the sidebar. */
const pagesWithOwnTitle: readonly ConsolePath[] = [
  '/not-authorized',
  '/device/photo/$deviceId',
  '/device/video/$deviceId',
];

/** The HTML of a page inside the shell, as it looks before its code is loaded. */
function outlineHtml({ path, label }: Page): string {
  // A page with another parameter than the device is titled with the name of that object, which the build does not know.
  const hasOwnTitle = path.replace('$deviceId', '').includes('$') || pagesWithOwnTitle.includes(path);
  const content = outlines[path] ?? (hasOwnTitle ? null : <PageHeader title={i18n.t(`nav:${label}`)} />);
  return htmlOf(<PageOutline>{content}</PageOutline>);
}

function firstCall<E extends Endpoint>(endpoint: E, input: InputOf<E>): FirstCall {
  return { path: endpoint.path, body: JSON.stringify(input) };
}

/** Every page inside the shell loads the profile of the signed-in admin, as `loadProfile` does. */
const everyPage = (path: string) => firstCall(profile, profileInput(path));
/** The roles that may open pages; accounts of all others see the welcome page only. */
const onlyFor = adminRoles.filter((role) => !isConfinedToWelcome(role));
/** The first calls of pages, for those who may open them. They are made only when the address has no search parameters. */
const firstCalls: Readonly<Partial<Record<ConsolePath, readonly FirstCall[]>>> = {
  '/device-list': [{ ...firstCall(...deviceListCall({})), onlyFor }],
  // Other admins need a permission, which is not known before the code of the page is there.
  '/map': [
    { ...firstCall(mapStyle, {}), onlyFor: ['SUPER_ADMIN'] },
    { ...firstCall(mapPositions, { search: '' }), onlyFor: ['SUPER_ADMIN'] },
  ],
};

interface BuiltRoute {
  path: string;
  /** The modules that the router imports before it draws the page, by their paths in `src`. */
  modules: string[];
  guest: boolean;
  calls: readonly FirstCall[];
  /** The HTML that is shown until the code of the page is loaded. */
  html?: string;
}

/** The registry's pages, each with the modules and the calls that its first paint needs. */
export function builtRoutes(): BuiltRoute[] {
  const { pages, auth, welcome } = consolePages;
  const shell = ['shared/sign-in/load-profile.ts', 'shared/shell/shell.tsx'];
  return [
    ...pages.map((page) => ({
      path: page.path,
      modules: [...(page.plain ? shell.slice(0, 1) : shell), importedBy(page.view)],
      guest: false,
      calls: [everyPage(page.path), ...(firstCalls[page.path] ?? [])],
      html: page.plain ? '' : outlineHtml(page),
    })),
    {
      path: welcome.path,
      modules: [shell[0] ?? '', importedBy(welcome.view)],
      guest: false,
      calls: [everyPage(welcome.path)],
    },
    ...auth.pages.map(({ path, view }) => ({
      path,
      modules: [importedBy(auth.layout), importedBy(view)],
      guest: true,
      calls: [],
    })),
  ];
}

/** The module that a lazy view imports, read from the source of its function, because only the `import()` there names it. */
function importedBy(view: () => Promise<unknown>): string {
  const [, file] = /import\w*\(["'](?:\.|\/src)?\/(.+?)["']/.exec(String(view)) ?? [];
  if (file === undefined) throw new Error(`A page of the registry does not import its view: ${String(view)}`);
  return file;
}
