import { Loader } from '@mantine/core';
import classes from './message.module.css';
import { commonText } from '../texts/common.texts.ts';

/** A placeholder while a page is loading. */
export function Loading() {
  return (
    <output className={classes.message} aria-label={commonText('loading')} aria-busy>
      <Loader aria-hidden />
    </output>
  );
}
