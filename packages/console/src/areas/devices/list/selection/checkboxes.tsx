import { useTranslation } from '../../../../core/i18n/use-translation.ts';

interface CheckboxesProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string }[];
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
}

/** Checkboxes of which several can be chosen, in the order of the options, with one for all of them. */
export function Checkboxes<Value extends string>({ label, options, chosen, onChange }: CheckboxesProps<Value>) {
  const { t } = useTranslation('selection');
  const isAll = chosen.length === options.length;
  const set = (value: Value, on: boolean) =>
    onChange(options.map((option) => option.value).filter((each) => (each === value ? on : chosen.includes(each))));
  return (
    <fieldset className="fw-choices" aria-label={label}>
      <label className="fw-check" style={{ gridColumn: '1 / -1' }}>
        <input
          type="checkbox"
          checked={isAll}
          ref={(box) => {
            if (box) box.indeterminate = !isAll && chosen.length > 0;
          }}
          onChange={() => onChange(isAll ? [] : options.map(({ value }) => value))}
        />
        {t('update.all')}
      </label>
      {options.map((option) => (
        <label key={option.value} className="fw-check">
          <input
            type="checkbox"
            checked={chosen.includes(option.value)}
            onChange={({ currentTarget }) => set(option.value, currentTarget.checked)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
