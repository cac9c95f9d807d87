import { renameDevice, savePasscodes } from '@fairwatch/contract';
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
import { useCan } from '../components/can.tsx';
import { copyText } from '../components/copy-text.ts';
import { deviceName } from '../device-feature/device-name.ts';
import { useOpenDevice } from '../device-feature/use-open-device.ts';
import type { Page } from '../router/page.ts';
import { useCurrentPage, usePages } from '../router/pages-context.ts';
import { useSession } from '../session/session-store.ts';
import { signOut } from '../session/sign-out.ts';
import { navIcons } from '../shell/nav-icons.tsx';
import { useNavTexts } from '../shell/use-shell-texts.ts';
import { goKeys, openDevicePages, openPages } from '../shortcuts/go-keys.ts';
import { usePageActions } from '../shortcuts/page-actions.ts';
import { toast } from '../toast/toast.tsx';
import type { PaletteItem } from './palette-item.ts';
import { quickAccess } from './quick-access-store.ts';
import { usePageWords } from './use-page-words.ts';
import { usePaletteTexts } from './use-palette-texts.ts';

/** The signs of pages that the sidebar does not have. */
const signs: Readonly<Record<string, TablerIcon>> = {
  '/notification': IconBell,
  '/account': IconUserCircle,
  '/my-ticket/add-ticket': IconMessagePlus,
};

/** The pages that can be gone to: everywhere, and those of the open device. */
function usePageItems(device: string): PaletteItem[] {
  const router = useRouter();
  const { t: name } = useNavTexts();
  const wordsOfPage = usePageWords();
  const session = useSession();
  const pages = usePages();
  const { page: current, deviceId } = useCurrentPage();
  const item = (page: Page, group: 'page' | 'devicePage'): PaletteItem => {
    const target = { to: page.path, params: { deviceId: String(deviceId) } } as never;
    const keys = goKeys[page.path];
    return {
      id: `page:${page.path}`,
      group,
      label: name(page.label),
      icon: page.nav === null ? (signs[page.path] ?? IconFile) : navIcons[page.nav.icon],
      also: [
        wordsOfPage(page.label),
        ...(group === 'page' && page.nav !== null ? [name(`group.${page.nav.group}`)] : []),
      ].join(' '),
      ...(group === 'devicePage' && { note: device }),
      ...(keys !== undefined && { keys: `g ${keys}` }),
      warm: () => void router.preloadRoute(target),
      run: () => void router.navigate(target),
    };
  };
  const others = (page: Page) => page.path !== current?.path;
  return [
    ...(deviceId === null ? [] : openDevicePages(pages, session).filter(others)).map((page) =>
      item(page, 'devicePage'),
    ),
    ...openPages(pages, session)
      .filter(others)
      .map((page) => item(page, 'page')),
  ];
}

/** What can be done on the open page and with its device. */
function useActionItems(deviceId: number | null): PaletteItem[] {
  const { t } = usePaletteTexts();
  const renames = useCan(renameDevice);
  const offered = usePageActions().map(({ id, key, label, icon, reason, run }): PaletteItem => ({
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
  if (deviceId === null) return offered;
  const own: PaletteItem[] = [
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
  return [...offered, ...(renames ? [rename] : []), ...own];
}

const schemes = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop } as const;

/** What can be done from anywhere. */
function useCommandItems(): PaletteItem[] {
  const { t } = usePaletteTexts();
  const addsDevices = useCan(savePasscodes);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const themes = (['light', 'dark', 'auto'] as const)
    .filter((scheme) => scheme !== colorScheme)
    .map((scheme) => ({
      id: `theme:${scheme}`,
      group: 'command' as const,
      label: t(`theme.${scheme}`),
      also: t('themeWords'),
      icon: schemes[scheme],
      run: () => setColorScheme(scheme),
    }));
  const addDevice: PaletteItem = {
    id: 'add-device',
    group: 'command',
    label: t('addDevice'),
    also: t('addDeviceWords'),
    icon: IconDeviceMobilePlus,
    run: () => quickAccess.open('add-device'),
  };
  return [
    ...(addsDevices ? [addDevice] : []),
    ...themes,
    {
      id: 'help',
      group: 'command',
      label: t('help.title'),
      also: t('helpWords'),
      icon: IconKeyboard,
      keys: '?',
      run: () => quickAccess.open('help'),
    },
    {
      id: 'sign-out',
      group: 'command',
      label: t('signOut'),
      also: t('signOutWords'),
      icon: IconLogout,
      run: () => void signOut(),
    },
  ];
}

/** All that the console can do by itself, for whoever is signed in and where they are. */
export function useLocalItems(): PaletteItem[] {
  const { deviceId } = useCurrentPage();
  const device = useOpenDevice();
  const pages = usePageItems(device === undefined ? '' : deviceName(device));
  return [...useActionItems(deviceId), ...pages, ...useCommandItems()];
}
