import { renameDevice, savePasscodes, type ConsolePath } from '@fairwatch/contract';
import { useMantineColorScheme } from '@mantine/core';
import {
  IconBell,
  IconCopy,
  IconDeviceDesktop,
  IconDeviceMobilePlus,
  IconFile,
  IconKeyboard,
  IconLink,
  IconLogout,
  IconMessagePlus,
  IconMoon,
  IconPencil,
  IconSun,
  IconUserCircle,
  type TablerIcon,
} from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useCan } from '../../../core/components/can.tsx';
import { copyText } from '../../../core/components/text/copy-text.ts';
import { deviceName } from '../../device-feature/device/device-name.ts';
import { useOpenDevice } from '../../device-feature/device/use-open-device.ts';
import type { Page } from '../../../core/router/page.ts';
import { useCurrentPage, usePages } from '../../../core/router/pages-context.ts';
import { useAdminSession } from '../../../core/session/session-store.ts';
import { signOut } from '../../sign-in/sign-out.ts';
import { navIcons } from '../sidebar/nav-icons.tsx';
import { useNavTexts } from '../texts/use-shell-texts.ts';
import { goKeys, accessibleDevicePages, accessiblePages } from '../shortcuts/go-keys.ts';
import { usePageActions } from '../../../core/shortcuts/page-actions.ts';
import { toast } from '../../../core/toast/toast.tsx';
import type { PaletteItem } from './palette-item.ts';
import { quickAccess } from './quick-access-store.ts';
import { usePageKeywords, usePaletteTexts } from './use-palette-texts.ts';
import { registryPageLink } from '../../../core/router/page-link.ts';

/** The icons of pages that are not in the sidebar. */
const icons: Readonly<Partial<Record<ConsolePath, TablerIcon>>> = {
  '/notification': IconBell,
  '/account': IconUserCircle,
  '/my-ticket/add-ticket': IconMessagePlus,
};

/** The pages that the admin may open, and those of the open device. The current page is left out. */
function usePageItems(openDeviceName: string): PaletteItem[] {
  const router = useRouter();
  const { t: name } = useNavTexts();
  const keywordsOf = usePageKeywords();
  const session = useAdminSession();
  const pages = usePages();
  const { page: current, deviceId } = useCurrentPage();
  const toItem = (page: Page, group: 'page' | 'devicePage'): PaletteItem => {
    const link = registryPageLink(page, deviceId);
    const keys = goKeys[page.path];
    return {
      id: `page:${page.path}`,
      group,
      label: name(page.label),
      icon: page.nav === null ? (icons[page.path] ?? IconFile) : navIcons[page.nav.icon],
      keywords: [
        keywordsOf(page.label),
        ...(group === 'page' && page.nav !== null ? [name(`group.${page.nav.group}`)] : []),
      ].join(' '),
      ...(group === 'devicePage' && { note: openDeviceName }),
      ...(keys !== undefined && { keys: `g ${keys}` }),
      preload: () => void router.preloadRoute(link),
      run: () => void router.navigate(link),
    };
  };
  const isOther = (page: Page) => page.path !== current?.path;
  return [
    ...(deviceId === null ? [] : accessibleDevicePages(pages, session).filter(isOther)).map((page) =>
      toItem(page, 'devicePage'),
    ),
    ...accessiblePages(pages, session)
      .filter(isOther)
      .map((page) => toItem(page, 'page')),
  ];
}

/** The actions of the current page and its device. */
function useActionItems(deviceId: number | null): PaletteItem[] {
  const { t } = usePaletteTexts();
  const canRename = useCan(renameDevice);
  const pageActions = usePageActions().map(({ id, key, label, icon, reason, run }): PaletteItem => ({
    id: `action:${id}`,
    group: 'action',
    label,
    icon,
    keys: key,
    reason,
    run,
  }));
  const copy = (text: string) => () =>
    void copyText(text).then(
      () => toast.success(t('copied')),
      () => toast.error(t('copyFailed')),
    );
  if (deviceId === null) return pageActions;
  const copyActions: PaletteItem[] = [
    { id: 'action:copy-id', group: 'action', label: t('copyId'), icon: IconCopy, run: copy(String(deviceId)) },
    { id: 'action:copy-link', group: 'action', label: t('copyLink'), icon: IconLink, run: copy(location.href) },
  ];
  const rename: PaletteItem = {
    id: 'action:rename',
    group: 'action',
    label: t('rename'),
    icon: IconPencil,
    run: () => quickAccess.open('rename'),
  };
  return [...pageActions, ...(canRename ? [rename] : []), ...copyActions];
}

const schemeIcons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop } as const;

/** The commands that are available on every page. */
function useCommandItems(): PaletteItem[] {
  const { t } = usePaletteTexts();
  const canAddDevices = useCan(savePasscodes);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const themes = (['light', 'dark', 'auto'] as const)
    .filter((scheme) => scheme !== colorScheme)
    .map((scheme) => ({
      id: `theme:${scheme}`,
      group: 'command' as const,
      label: t(`theme.${scheme}`),
      keywords: t('themeWords'),
      icon: schemeIcons[scheme],
      run: () => setColorScheme(scheme),
    }));
  const addDevice: PaletteItem = {
    id: 'add-device',
    group: 'command',
    label: t('addDevice'),
    keywords: t('addDeviceWords'),
    icon: IconDeviceMobilePlus,
    run: () => quickAccess.open('add-device'),
  };
  return [
    ...(canAddDevices ? [addDevice] : []),
    ...themes,
    {
      id: 'help',
      group: 'command',
      label: t('help.title'),
      keywords: t('helpWords'),
      icon: IconKeyboard,
      keys: '?',
      run: () => quickAccess.open('help'),
    },
    {
      id: 'sign-out',
      group: 'command',
      label: t('signOut'),
      keywords: t('signOutWords'),
      icon: IconLogout,
      run: () => void signOut(),
    },
  ];
}

/** The palette items that need no search on the server: the signed-in admin's actions, pages and commands on the current page. */
export function useLocalItems(): PaletteItem[] {
  const { deviceId } = useCurrentPage();
  const device = useOpenDevice();
  const pages = usePageItems(device === undefined ? '' : deviceName(device));
  return [...useActionItems(deviceId), ...pages, ...useCommandItems()];
}
