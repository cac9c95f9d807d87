import type { CSSProperties } from 'react';
import { apiBaseUrl } from '../../api/environments.ts';
import { breakable } from '../text/breakable.tsx';
import { hueOf, initialsOf } from './initials.ts';
import classes from './person-name.module.css';
import { useComponentTexts } from '../use-component-texts.ts';

interface InitialsProps {
  name: string;
  large?: boolean;
  /** The path of the picture, which replaces the initials; empty when there is none. */
  picture?: string;
}

/** A circle with the picture or the initials of a person. The colour depends only on the name. */
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

/** The initials and the name of a person. */
export function PersonName({ name }: { name: string }) {
  const { t } = useComponentTexts();
  return (
    <span className={classes.person}>
      <Initials name={name} />
      <span className={classes.name}>{name === '' ? t('noName') : breakable(name)}</span>
    </span>
  );
}
