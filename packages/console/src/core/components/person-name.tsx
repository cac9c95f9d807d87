import type { CSSProperties } from 'react';
import { hueOf, initialsOf } from './initials.ts';
import classes from './person-name.module.css';
import { useComponentTexts } from './use-component-texts.ts';

/** A round with somebody's initials; the colour follows from the name, so it stays theirs. */
export function Initials({ name, large = false }: { name: string; large?: boolean }) {
  return (
    <span
      className={classes.round}
      data-large={large || undefined}
      style={{ '--hue': hueOf(name) } as CSSProperties}
      aria-hidden
    >
      {initialsOf(name)}
    </span>
  );
}

/** A person's name after their initials. */
export function PersonName({ name }: { name: string }) {
  const { t } = useComponentTexts();
  return (
    <span className={classes.person}>
      <Initials name={name} />
      <span className={classes.name}>{name === '' ? t('noName') : name}</span>
    </span>
  );
}
