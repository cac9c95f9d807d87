import type { CSSProperties } from 'react';
import { hueOf, initialsOf } from './initials.ts';
import classes from './person-name.module.css';
import { useComponentTexts } from './use-component-texts.ts';

/** A round with a person's initials; the colour follows from the name, so it stays theirs. */
export function PersonRound({ name }: { name: string }) {
  return (
    <span className={classes.round} style={{ '--hue': hueOf(name) } as CSSProperties} aria-hidden>
      {initialsOf(name)}
    </span>
  );
}

/** A person's name after a round with their initials. */
export function PersonName({ name }: { name: string }) {
  const { t } = useComponentTexts();
  return (
    <span className={classes.person}>
      <PersonRound name={name} />
      <span className={classes.name}>{name === '' ? t('noName') : name}</span>
    </span>
  );
}
