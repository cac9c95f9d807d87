import { useState, type CSSProperties } from 'react';
import { hueOf, initialsOf } from '../../core/components/initials.ts';
import classes from './apps.module.css';

interface AppNameProps {
  name: string;
  /** Where the icon is; null when the device sent none. */
  icon: string | null;
}

/** An app by its name and icon. Where there is no icon, the coloured first letter stands in. */
export function AppName({ name, icon }: AppNameProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const shown = icon !== null && icon !== broken;
  return (
    <span className={classes.app}>
      {shown ? (
        <img className={classes.icon} src={icon} alt="" loading="lazy" onError={() => setBroken(icon)} />
      ) : (
        <span className={classes.letter} style={{ '--hue': hueOf(name) } as CSSProperties} aria-hidden>
          {initialsOf(name).charAt(0)}
        </span>
      )}
      <span className={classes.name}>{name}</span>
    </span>
  );
}
