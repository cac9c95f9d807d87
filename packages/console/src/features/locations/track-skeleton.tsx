import '@mantine/core/styles/Skeleton.layer.css';
import { Skeleton } from '@mantine/core';
import classes from './locations.module.css';

/** As tall as the track's panel, so that nothing moves when that arrives. */
export function TrackSkeleton() {
  return <Skeleton className={classes.waiting} radius="md" />;
}
