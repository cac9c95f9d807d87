import { usePages } from '../router/pages-context.ts';
import { mayOpen } from '../router/guard.ts';
import { useSession } from '../session/session-store.ts';

/** Where a device is opened: its overview, or else the first of its pages that the admin may open. Null for none. */
export function useDeviceLink(): (deviceId: number) => string | null {
  const session = useSession();
  const own = usePages().filter((page) => page.path.endsWith('/$deviceId') && mayOpen(session, page));
  const first = own.find(({ path }) => path.startsWith('/device/overview/')) ?? own[0];
  return (deviceId) => first?.path.replace('$deviceId', String(deviceId)) ?? null;
}
