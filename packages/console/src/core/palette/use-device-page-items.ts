import { deviceList, type Device } from '@fairwatch/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { query } from '../api/query.ts';
import { deviceName } from '../device-feature/device-name.ts';
import type { Page } from '../router/page.ts';
import { useCurrentPage, usePages } from '../router/pages-context.ts';
import { useSession } from '../session/session-store.ts';
import { navIcons } from '../shell/nav-icons.tsx';
import { useNavTexts } from '../shell/use-shell-texts.ts';
import { openDevicePages } from '../shortcuts/go-keys.ts';
import type { PaletteItem } from './palette-item.ts';
import { splitTyped } from './split-typed.ts';
import { usePageWords } from './use-page-words.ts';

const mostDevices = 4;
const mostPages = 2;

/**
 * Pages of devices that fit what was typed, such as "marco loc". When only a page is named, it is offered for the devices used lately, or
 * else for some devices; the open device's own pages are listed already.
 */
export function useDevicePageItems(search: string, lately: readonly Device[]) {
  const router = useRouter();
  const { t: name } = useNavTexts();
  const wordsOfPage = usePageWords();
  const { deviceId: openDevice } = useCurrentPage();
  const pages = openDevicePages(usePages(), useSession()).map((page) => ({
    page,
    label: name(page.label),
    also: wordsOfPage(page.label),
  }));
  const split = splitTyped(search, pages);
  const wanted = split !== null && (split.device !== '' || openDevice === null) ? split : null;
  const asksServer = wanted !== null && (wanted.device !== '' || lately.length === 0);
  const devices = useQuery({
    ...query(deviceList, { search: wanted?.device ?? '', pageSize: mostDevices, sortBy: 'username' }),
    placeholderData: keepPreviousData,
    enabled: asksServer,
  });
  const item = (device: Device, page: Page, label: string, also: string): PaletteItem => {
    const target = { to: page.path, params: { deviceId: String(device.id) } } as never;
    return {
      id: `device-page:${device.id}:${page.path}`,
      recentId: `device:${device.id}`,
      group: 'pageOfDevice',
      label,
      also: `${also} ${deviceName(device)} ${device.username} ${device.contactInfo}`,
      note: deviceName(device),
      icon: navIcons[page.nav?.icon ?? 'device'],
      status: device.status,
      warm: () => void router.preloadRoute(target),
      run: () => void router.navigate(target),
    };
  };
  const found = asksServer ? (devices.data?.data ?? []) : lately.slice(0, mostDevices);
  return {
    items:
      wanted === null
        ? []
        : found.flatMap((device) =>
            wanted.pages.slice(0, mostPages).map(({ page, label, also }) => item(device, page, label, also)),
          ),
    isStale: asksServer && devices.isPlaceholderData,
    isFetching: asksServer && devices.isFetching,
  };
}
