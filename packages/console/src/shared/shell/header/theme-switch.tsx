import { useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { DropPanel, PanelOption } from '../../../core/components/overlays/drop-panel.tsx';
import classes from './header.module.css';
import { useShellTexts } from '../texts/use-shell-texts.ts';

const icons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop } as const;
const schemes = ['light', 'dark', 'auto'] as const;

/** Chooses light, dark or the system's colour scheme. Mantine stores the choice in this browser. */
export function ThemeSwitch() {
  const { t } = useShellTexts();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Current = icons[colorScheme];
  return (
    <DropPanel label={t('theme')} className={classes.tool} face={<Current size={18} stroke={1.6} aria-hidden />}>
      {schemes.map((scheme) => {
        const Icon = icons[scheme];
        return (
          <PanelOption key={scheme} pressed={scheme === colorScheme} onClick={() => setColorScheme(scheme)}>
            <Icon size={16} stroke={1.6} aria-hidden />
            {t(`themes.${scheme}`)}
          </PanelOption>
        );
      })}
    </DropPanel>
  );
}
