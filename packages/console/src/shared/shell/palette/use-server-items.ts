import { deviceList, deviceSummary, shownName, userList, type Device, type User } from '@fairwatch/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { IconDeviceMobile, IconUser } from '@tabler/icons-react';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { query } from '../../../core/api/query.ts';
import { useCan } from '../../../core/components/can.tsx';
import { deviceName } from '../../device-feature/device/device-name.ts';
import { useDeviceLink } from '../../device-feature/device/use-device-link.ts';
import type { PaletteItem } from './palette-item.ts';
import { matchScore } from './rank.ts';
import { recent } from './recent.ts';
import { useDevicePageItems } from './use-device-page-items.ts';
import { useTicketItems } from './use-ticket-items.ts';
import { pageLink } from '../../../core/router/page-link.ts';

const searchDelayMs = 200;
const maxResults = 6;
const devicePrefix = 'device:';

/** Returns functions that turn devices and people into palette items. */
function useItemFactories() {
  const router = useRouter();
  const linkTo = useDeviceLink();
  const deviceItems = (device: Device): PaletteItem[] => {
    const to = linkTo(device.id);
    if (to === null) return [];
    const label = deviceName(device);
    return [
      {
        id: devicePrefix + device.id,
        group: 'device',
        label,
        icon: IconDeviceMobile,
        keywords: `${device.username} ${device.contactInfo}`,
        note: label === device.username ? device.contactInfo : device.username,
        status: device.status,
        preload: () => void router.preloadRoute({ to }),
        run: () => void router.navigate({ to }),
      },
    ];
  };
  const personItem = (person: User): PaletteItem => ({
    id: `person:${person.id}`,
    recentId: null,
    group: 'person',
    label: shownName(person),
    icon: IconUser,
    keywords: `${person.username} ${person.emailOrPhone}`,
    note: person.emailOrPhone,
    run: () => void router.navigate(pageLink('/users-list', { search: { user: person.id } })),
  });
  return { deviceItems, personItem };
}

/** The recently used devices with their current names. Devices that the admin can no longer open are left out. */
function useRecentDevices(): Device[] {
  const ids = recent.read().filter((id) => id.startsWith(devicePrefix));
  const results = useQueries({
    queries: ids.map((id) => query(deviceSummary, { deviceId: Number(id.slice(devicePrefix.length)) })),
  });
  return results.flatMap(({ data }) => data?.data ?? []);
}

/** Palette items that the server finds: devices, their pages, tickets and people. Before anything is typed, the recently used devices. */
export function useServerItems(typed: string): { items: PaletteItem[]; isSearching: boolean } {
  const typedSearch = typed.trim();
  const [search] = useDebouncedValue(typedSearch, searchDelayMs);
  const { deviceItems, personItem } = useItemFactories();
  const recentDevices = useRecentDevices();
  const canSeePeople = useCan(userList);
  const input = { search, pageSize: maxResults, sortBy: 'username' } as const;
  const options = { placeholderData: keepPreviousData, enabled: search !== '' };
  const devices = useQuery({ ...query(deviceList, input), ...options });
  const people = useQuery({
    ...query(userList, input),
    ...options,
    enabled: options.enabled && canSeePeople,
  });
  const pages = useDevicePageItems(search, recentDevices);
  const tickets = useTicketItems(search);
  const searches = [
    { isStale: devices.isPlaceholderData, isFetching: devices.isFetching },
    { isStale: people.isPlaceholderData, isFetching: people.isFetching },
    pages,
    tickets,
  ];
  if (typedSearch === '') return { items: recentDevices.flatMap(deviceItems), isSearching: false };
  const isFresh = search === typedSearch && !searches.some(({ isStale }) => isStale);
  const items = [
    ...pages.items,
    ...(devices.data?.data ?? []).flatMap(deviceItems),
    ...tickets.items,
    ...(people.data?.data ?? []).map(personItem),
  ];
  return {
    // Stale results are filtered by the typed text, so that Enter never opens an item that does not match it.
    items: isFresh ? items : items.filter((item) => matchScore(item, typedSearch) > 0),
    isSearching: search !== typedSearch || searches.some(({ isFetching }) => isFetching),
  };
}
