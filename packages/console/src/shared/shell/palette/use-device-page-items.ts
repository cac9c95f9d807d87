import { deviceList, type Device } from '@fairwatch/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { query } from '../../../core/api/query.ts';
import { deviceName } from '../../device-feature/device/device-name.ts';
import type { Page } from '../../../core/router/page.ts';
import { useCurrentPage, usePages } from '../../../core/router/pages-context.ts';
import { useAdminSession } from '../../../core/session/session-store.ts';
import { navIcons } from '../sidebar/nav-icons.tsx';
import { useNavTexts } from '../texts/use-shell-texts.ts';
import { accessibleDevicePages } from '../shortcuts/go-keys.ts';
import type { PaletteItem } from './palette-item.ts';
import { parseDevicePageSearch } from './device-page-search.ts';
import { usePageKeywords } from './use-palette-texts.ts';
import { registryPageLink } from '../../../core/router/page-link.ts';

const maxDevices = 4;
const maxPages = 2;

/**
 * Palette items for the pages of devices that match the typed text, such as "marco loc". When it names only a page, the page is offered
 * for the recently used devices, or else for the first ones of the list. While a device is open, its own pages are local items already.
 */
export function useDevicePageItems(search: string, recentDevices: readonly Device[]) {
  const router = useRouter();
  const { t: name } = useNavTexts();
  const keywordsOf = usePageKeywords();
  const { deviceId: openDeviceId } = useCurrentPage();
  const pages = accessibleDevicePages(usePages(), useAdminSession()).map((page) => ({
    page,
    label: name(page.label),
    keywords: keywordsOf(page.label),
  }));
  const parsed = parseDevicePageSearch(search, pages);
  const pageSearch = parsed !== null && (parsed.device !== '' || openDeviceId === null) ? parsed : null;
  const needsServer = pageSearch !== null && (pageSearch.device !== '' || recentDevices.length === 0);
  const devices = useQuery({
    ...query(deviceList, { search: pageSearch?.device ?? '', pageSize: maxDevices, sortBy: 'username' }),
    placeholderData: keepPreviousData,
    enabled: needsServer,
  });
  const toItem = (device: Device, page: Page, label: string, keywords: string): PaletteItem => {
    const link = registryPageLink(page, device.id);
    return {
      id: `device-page:${device.id}:${page.path}`,
      recentId: `device:${device.id}`,
      group: 'pageOfDevice',
      label,
      keywords: `${keywords} ${deviceName(device)} ${device.username} ${device.contactInfo}`,
      note: deviceName(device),
      icon: navIcons[page.nav?.icon ?? 'device'],
      status: device.status,
      preload: () => void router.preloadRoute(link),
      run: () => void router.navigate(link),
    };
  };
  const matchingDevices = needsServer ? (devices.data?.data ?? []) : recentDevices.slice(0, maxDevices);
  return {
    items:
      pageSearch === null
        ? []
        : matchingDevices.flatMap((device) =>
            pageSearch.pages
              .slice(0, maxPages)
              .map(({ page, label, keywords }) => toItem(device, page, label, keywords)),
          ),
    isStale: needsServer && devices.isPlaceholderData,
    isFetching: needsServer && devices.isFetching,
  };
}
