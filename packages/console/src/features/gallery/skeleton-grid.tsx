import classes from './gallery.module.css';

/** Cells without pictures, while nothing is known. */
export function SkeletonGrid() {
  return (
    <div className={classes.skeletons} aria-busy aria-hidden>
      {Array.from({ length: 24 }, (_, place) => (
        <span key={place} className={classes.blank} />
      ))}
    </div>
  );
}
