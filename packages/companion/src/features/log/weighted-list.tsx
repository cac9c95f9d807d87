import { lineWeights, type LineWeight } from '@fairwatch/contract';
import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import classes from './log.module.css';

interface WeightedListProps<Item> {
  items: readonly Item[];
  renderRow: (item: Item) => ReactNode;
  /** What the line says that stands for those of little weight. */
  foldedText: (count: number) => string;
}

/** What was kept from before lines were weighed is in the middle. */
const placeOf = ({ weight = 'MEDIUM' }: { weight?: LineWeight | undefined }) => lineWeights.indexOf(weight);

/** A list with what matters most first. Two or more of little weight are folded into one line. */
export function WeightedList<Item extends { weight?: LineWeight | undefined }>(props: WeightedListProps<Item>) {
  const { items, renderRow, foldedText } = props;
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const sorted = items.toSorted((one, other) => placeOf(one) - placeOf(other));
  const light = sorted.filter(({ weight }) => weight === 'LOW');
  const isFolded = light.length > 1;
  return (
    <ul className={classes.list}>
      {sorted.slice(0, isFolded ? -light.length : undefined).map(renderRow)}
      {isFolded && (
        <li className={classes.folded}>
          <UnstyledButton
            className={classes.summary}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setIsOpen(!isOpen)}
          >
            <span>{foldedText(light.length)}</span>
            <IconChevronDown size={20} className={classes.arrow} aria-hidden />
          </UnstyledButton>
          {isOpen && (
            <ul id={id} className={classes.list}>
              {light.map(renderRow)}
            </ul>
          )}
        </li>
      )}
    </ul>
  );
}
