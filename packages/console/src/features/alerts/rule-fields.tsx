import type { RuleDraft, RuleProblem } from './rule-draft.ts';
import classes from './rule-dialog.module.css';

/** What the parts of the form need. */
export interface FieldsProps {
  draft: RuleDraft;
  change: (part: Partial<RuleDraft>) => void;
  problems: readonly RuleProblem[];
}

interface BoxProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A checkbox with its label. */
export function Box({ label, checked, onChange }: BoxProps) {
  return (
    <label className={classes.box}>
      <input type="checkbox" checked={checked} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
      {label}
    </label>
  );
}
