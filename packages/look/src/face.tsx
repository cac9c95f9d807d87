import type { CSSProperties } from 'react';
import classes from './face.module.css';
import { hueOf, initialsOf } from './initials.ts';

interface FaceProps {
  name: string;
  large?: boolean;
  /** The address of the picture, which replaces the initials; empty when there is none. */
  picture?: string;
}

/** A circle with the picture or the initials of a person. The colour depends only on the name. */
export function Face({ name, large = false, picture = '' }: FaceProps) {
  if (picture !== '') {
    return <img src={picture} alt="" className={classes['round']} data-large={large || undefined} />;
  }
  return (
    <span
      className={classes['round']}
      data-large={large || undefined}
      style={{ '--hue': hueOf(name) } as CSSProperties}
      aria-hidden
    >
      {initialsOf(name)}
    </span>
  );
}
