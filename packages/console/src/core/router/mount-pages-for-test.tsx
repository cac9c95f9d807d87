import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  type AnyRouter,
} from '@tanstack/react-router';
import { act, type FunctionComponent } from 'react';
import { queryClient } from '../api/query.ts';
import { mount } from '../components/mount-for-test.tsx';

/** Mounts pages by their paths, with a router and a query client, and opens `address` or the first page. */
export async function mountPages(pages: Readonly<Record<string, FunctionComponent>>, address = Object.keys(pages)[0]) {
  const root = createRootRoute();
  const routes = Object.entries(pages).map(([path, component]) =>
    createRoute({ getParentRoute: () => root, path, component }),
  );
  const history = createMemoryHistory({ initialEntries: [address ?? '/'] });
  const router: AnyRouter = createRouter({ routeTree: root.addChildren(routes), history });
  const { box } = mount(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await act(async () => await router.load());
  return { box, router };
}
