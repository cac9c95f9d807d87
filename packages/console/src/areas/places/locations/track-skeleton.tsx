import '@mantine/core/styles/Skeleton.layer.css';
import { Skeleton } from '@mantine/core';
import classes from './locations.module.css';

/** The placeholder of the track panel, with the same height so that nothing shifts. */
export function TrackSkeleton() {
  return <Skeleton className={classes.waiting} radius="md" />;
}
