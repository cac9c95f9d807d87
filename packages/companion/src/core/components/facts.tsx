import type { Fact } from '@fairwatch/device/words';
import classes from './facts.module.css';

/** Facts by name, such as who supervises the device and why. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
