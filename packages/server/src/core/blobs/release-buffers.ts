import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;

/**
 * Runs a minor garbage collection after a piece of an upload was written. The memory of buffers lies outside of V8's heap, so
 * V8 would collect them only after 64 MB, with a full collection that took longer than the write itself. A minor collection
 * takes about a millisecond.
 */
export function releaseBuffers(): void {
  collect({ type: 'minor' });
}
