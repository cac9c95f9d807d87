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
import { renderToString } from 'react-dom/server';
import { deviceListCall } from './features/devices/device-list-call.ts';
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
  return renderToString(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
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
}

/** The registry's pages, with what each of them loads and asks for first. */
export function builtRoutes(): BuiltRoute[] {
  const { pages, auth, welcome } = consolePages;
  const shell = ['core/session/load-profile.ts', 'core/shell/shell.tsx'];
  return [
    ...pages.map(({ path, view }) => ({
      path,
      modules: [...shell, importedBy(view)],
      guest: false,
      calls: [...everyPage, ...(firstCalls[path] ?? [])],
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
