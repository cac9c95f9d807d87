import '@mantine/core/styles/Skeleton.layer.css';
import { Paper, Skeleton } from '@mantine/core';
import classes from './app-download.module.css';

/** The number of placeholder lines in each of the two columns. */
const columns = [8, 5];

/** Placeholders for the cards of the page while they load. */
export function OfferSkeleton() {
  return (
    <div className={classes.grid} aria-busy>
      {columns.map((lines) => (
        <Paper key={lines} p="md">
          <Skeleton height={14} width="35%" radius="xl" mb="lg" />
          {Array.from({ length: lines }, (_, line) => (
            <Skeleton key={line} height={10} width={`${90 - (line % 3) * 15}%`} radius="xl" mb="md" />
          ))}
        </Paper>
      ))}
    </div>
  );
}
