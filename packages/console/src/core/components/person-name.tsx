import type { CSSProperties } from 'react';
import { apiBaseUrl } from '../api/environments.ts';
import { breakable } from './breakable.tsx';
import { hueOf, initialsOf } from './initials.ts';
import classes from './person-name.module.css';
import { useComponentTexts } from './use-component-texts.ts';

interface InitialsProps {
  name: string;
  large?: boolean;
  /** The path of their picture, which then stands for the initials; empty for none. */
  picture?: string;
}

/** A round with somebody's picture or initials; the colour follows from the name, so it stays theirs. */
export function Initials({ name, large = false, picture = '' }: InitialsProps) {
  if (picture !== '') {
    return <img src={apiBaseUrl + picture} alt="" className={classes.round} data-large={large || undefined} />;
  }
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
      <span className={classes.name}>{name === '' ? t('noName') : breakable(name)}</span>
    </span>
  );
}
