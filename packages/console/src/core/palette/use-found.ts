import { deviceList, deviceSummary, userList, type Device, type User } from '@fairwatch/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { IconDeviceMobile, IconUser } from '@tabler/icons-react';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { query } from '../api/query.ts';
import { useCan } from '../components/can.tsx';
import { deviceName } from '../device-feature/device-name.ts';
import { useDeviceLink } from '../device-feature/use-device-link.ts';
import type { PaletteItem } from './palette-item.ts';
import { fit } from './rank.ts';
import { recent } from './recent.ts';
import { useDevicePageItems } from './use-device-page-items.ts';
import { useTicketItems } from './use-ticket-items.ts';

const pauseMs = 200;
const most = 6;
const devicePrefix = 'device:';

/** Turns devices and people into items. */
function useItemsOf() {
  const router = useRouter();
  const linkTo = useDeviceLink();
  const device = (found: Device): PaletteItem[] => {
    const to = linkTo(found.id);
    if (to === null) return [];
    const label = deviceName(found);
    return [
      {
        id: devicePrefix + found.id,
        group: 'device',
        label,
        icon: IconDeviceMobile,
        also: `${found.username} ${found.contactInfo}`,
        note: label === found.username ? found.contactInfo : found.username,
        status: found.status,
        warm: () => void router.preloadRoute({ to } as never),
        run: () => void router.navigate({ to } as never),
      },
    ];
  };
  const person = (found: User): PaletteItem => ({
    id: `person:${found.id}`,
    recentId: null,
    group: 'person',
    label: found.nickname === '' ? found.username : found.nickname,
    icon: IconUser,
    also: `${found.username} ${found.emailOrPhone}`,
    note: found.emailOrPhone,
    run: () => void router.navigate({ to: '/users-list', search: { user: found.id } } as never),
  });
  return { device, person };
}

/** The devices among what was used lately, by their names of today; those out of reach are left out. */
function useRecentDevices(): Device[] {
  const ids = recent.read().filter((id) => id.startsWith(devicePrefix));
  const read = useQueries({
    queries: ids.map((id) => query(deviceSummary, { deviceId: Number(id.slice(devicePrefix.length)) })),
  });
  return read.flatMap(({ data }) => data?.data ?? []);
}

/** Devices, their pages, tickets and people that fit what was typed, as the server finds them; before that, the devices used lately. */
export function useFound(typed: string): { items: PaletteItem[]; searching: boolean } {
  const wanted = typed.trim();
  const [search] = useDebouncedValue(wanted, pauseMs);
  const itemsOf = useItemsOf();
  const lately = useRecentDevices();
  const seesPeople = useCan(userList);
  const asked = { search, pageSize: most };
  const shown = { placeholderData: keepPreviousData, enabled: search !== '' };
  const devices = useQuery({ ...query(deviceList, { ...asked, sortBy: 'username' }), ...shown });
  const people = useQuery({
    ...query(userList, { ...asked, sortBy: 'username' }),
    ...shown,
    enabled: shown.enabled && seesPeople,
  });
  const pages = useDevicePageItems(search, lately);
  const tickets = useTicketItems(search);
  const reads = [
    { isStale: devices.isPlaceholderData, isFetching: devices.isFetching },
    { isStale: people.isPlaceholderData, isFetching: people.isFetching },
    pages,
    tickets,
  ];
  if (wanted === '') return { items: lately.flatMap(itemsOf.device), searching: false };
  const fresh = search === wanted && !reads.some(({ isStale }) => isStale);
  const items = [
    ...pages.items,
    ...(devices.data?.data ?? []).flatMap(itemsOf.device),
    ...tickets.items,
    ...(people.data?.data ?? []).map(itemsOf.person),
  ];
  return {
    // What was found for fewer letters stays as far as it still fits: Enter must not open somebody else.
    items: fresh ? items : items.filter((item) => fit(item, wanted) > 0),
    searching: search !== wanted || reads.some(({ isFetching }) => isFetching),
  };
}
