import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useShellTexts } from './use-shell-texts.ts';

const icons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop } as const;
const schemes = ['light', 'dark', 'auto'] as const;

/** Light, dark, or whatever the system says; remembered in this browser. */
export function ThemeSwitch() {
  const { t } = useShellTexts();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Current = icons[colorScheme];
  return (
    <Menu position="bottom-end" width={190}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('theme')}>
          <Current size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={colorScheme}>
          {schemes.map((scheme) => {
            const Icon = icons[scheme];
            return (
              <Menu.RadioItem
                key={scheme}
                value={scheme}
                closeMenuOnClick
                onChange={() => setColorScheme(scheme)}
                rightSection={<Icon size={16} stroke={1.6} aria-hidden />}
              >
                {t(`themes.${scheme}`)}
              </Menu.RadioItem>
            );
          })}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
