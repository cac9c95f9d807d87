import { Switch, Title } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { useId, type ReactNode } from 'react';
import { Card } from './card.tsx';
import classes from './switch-row.module.css';

interface SwitchRowProps {
  label: string;
  /** Below the label: what the switch means. */
  hint?: ReactNode;
  /** What screen readers call the switch, where the label alone does not say it. */
  name?: string;
  isOn: boolean;
  onChange: (on: boolean) => void;
}

/** A switch as every page has it: the label and its hint at the left, the switch at the right end. */
export function SwitchRow(props: SwitchRowProps) {
  return <Row {...props} />;
}

/** A card whose heading is the label of a switch. */
export function SwitchCard({ children, ...row }: SwitchRowProps & { children?: ReactNode }) {
  const id = useId();
  return (
    <Card headingId={id}>
      <Row {...row} headingId={id} />
      {children}
    </Card>
  );
}

function Row({ label, hint, name, isOn, onChange, headingId }: SwitchRowProps & { headingId?: string }) {
  const id = useId();
  const text = <label htmlFor={id}>{label}</label>;
  return (
    <div className={classes.row}>
      <div className={classes.words}>
        {headingId === undefined ? (
          <div className={classes.label}>{text}</div>
        ) : (
          <Title order={2} id={headingId} className={classes.label}>
            {text}
          </Title>
        )}
        {hint !== undefined && <div id={`${id}-hint`}>{hint}</div>}
      </div>
      <Switch
        id={id}
        size="lg"
        className={classes.control}
        classNames={{ input: classes.input }}
        aria-label={name}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        checked={isOn}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </div>
  );
}
