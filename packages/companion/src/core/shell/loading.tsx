import { Loader } from '@mantine/core';
import classes from './message.module.css';

/** A placeholder while a page is loading. */
export function Loading() {
  return (
    <output className={classes.message} aria-label="Loading" aria-busy>
      <Loader aria-hidden />
    </output>
  );
}
