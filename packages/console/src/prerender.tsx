/** Runs while the console is built (vite/page-files.ts), and never in a browser. */
import './core/i18n/i18n.ts';
import { MantineProvider } from '@mantine/core';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { cssVariables, theme } from '@fairwatch/look';
import {
  adminRoles,
  isConfinedToWelcome,
  profile,
  type Endpoint,
  type FirstCall,
  type InputOf,
} from '@fairwatch/contract';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { PageHeader } from './core/components/page-header.tsx';
import type { Page } from './core/router/page.ts';
import { PageOutline } from './core/shell/page-outline.tsx';
import { i18n } from './core/i18n/i18n.ts';
import './core/shell/use-shell-texts.ts';
import { deviceListCall } from './features/devices/device-list-call.ts';
import { DevicesOutline } from './features/devices/devices-outline.tsx';
import { AuthLayout } from './features/auth/auth-layout.tsx';
import { LoginView } from './features/auth/login.view.tsx';
import { consolePages } from './registry.tsx';

/** The HTML of the sign-in page, as whoever opens it for the first time sees it. */
export async function signInHtml(): Promise<string> {
  const root = createRootRoute({ component: Outlet });
  const layout = createRoute({ getParentRoute: () => root, id: 'auth', component: AuthLayout });
  const login = createRoute({ getParentRoute: () => layout, path: '/auth/login', component: LoginView });
  const router = createRouter({
    routeTree: root.addChildren([layout.addChildren([login])]),
    history: createMemoryHistory({ initialEntries: ['/auth/login'] }),
  });
  await router.load();
  return htmlOf(<RouterProvider router={router as never} />);
}

function htmlOf(content: ReactNode): string {
  return renderToString(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      {content}
    </MantineProvider>,
  );
}

/** Pages of which the HTML shows more than the title. */
const outlines: Readonly<Record<string, ReactNode>> = { '/device-list': <DevicesOutline /> };
/** Pages whose title is not the name that the sidebar has for them. */
const titledOtherwise: readonly string[] = ['/not-authorized', '/device/photo/$deviceId', '/device/video/$deviceId'];

/** The HTML of a page inside the shell, as it looks before any of its code has arrived. */
function outlineHtml({ path, label }: Page): string {
  // A parameter other than the device stands for something that has a name of its own, which is the title.
  const named = path.replace('$deviceId', '').includes('$') || titledOtherwise.includes(path);
  const content = outlines[path] ?? (named ? null : <PageHeader title={i18n.t(label, { ns: 'nav' })} />);
  return htmlOf(<PageOutline>{content}</PageOutline>);
}

function sent<E extends Endpoint>(endpoint: E, input: InputOf<E>): FirstCall {
  return { path: endpoint.path, body: JSON.stringify(input) };
}

/** Who is there is asked on every page inside the shell. */
const everyPage = [sent(profile, {})];
/** Accounts of other roles see no page but that of welcome. */
const onlyFor = adminRoles.filter((role) => !isConfinedToWelcome(role));
/** What else a page asks first that every admin may open, when its address has no search parameters. */
const firstCalls: Readonly<Record<string, readonly FirstCall[]>> = {
  '/device-list': [{ ...sent(...deviceListCall({})), onlyFor }],
};

interface BuiltRoute {
  path: string;
  /** The modules that the router imports before it draws the page, as the source names them. */
  modules: string[];
  guest: boolean;
  calls: readonly FirstCall[];
  /** What is drawn before the code of the page is there. */
  html?: string;
}

/** The registry's pages, with what each of them loads and asks for first. */
export function builtRoutes(): BuiltRoute[] {
  const { pages, auth, welcome } = consolePages;
  const shell = ['core/session/load-profile.ts', 'core/shell/shell.tsx'];
  return [
    ...pages.map((page) => ({
      path: page.path,
      modules: [...shell, importedBy(page.view)],
      guest: false,
      calls: [...everyPage, ...(firstCalls[page.path] ?? [])],
      html: outlineHtml(page),
    })),
    { path: welcome.path, modules: [shell[0] ?? '', importedBy(welcome.view)], guest: false, calls: everyPage },
    ...auth.pages.map(({ path, view }) => ({
      path,
      modules: [importedBy(auth.layout), importedBy(view)],
      guest: true,
      calls: [],
    })),
  ];
}

/** Which module a lazy view imports: the registry names it in an `import()` and nowhere else. */
function importedBy(view: () => Promise<unknown>): string {
  const [, file] = /import\w*\(["'](?:\.|\/src)?\/(.+?)["']/.exec(String(view)) ?? [];
  if (file === undefined) throw new Error(`A page of the registry does not import its view: ${String(view)}`);
  return file;
}
