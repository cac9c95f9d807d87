import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;

/**
 * Lets go of the buffers of a piece that was just written. They die young, but hold little memory that V8 counts as young,
 * so it would look for them only when they have filled 64 MB, and then through the whole heap: that took more time than
 * the writing. To look through the young ones takes about a millisecond.
 */
export function releaseBuffers(): void {
  collect({ type: 'minor' });
}
