import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { useSelectedFiles } from './file-selection.ts';
import type { FileRow } from '../file-path.ts';
import classes from '../files.module.css';

/** The checkbox that selects one file; with Shift, the range from the previously toggled file. */
export function SelectionCheckbox({ file }: { file: FileRow }) {
  const { t } = useTranslation('files');
  const { has, toggle } = useSelectedFiles();
  return (
    <label className={classes.choiceBox}>
      <input
        type="checkbox"
        aria-label={t('choice.one', { name: file.name })}
        checked={has(file)}
        // Only a click event carries `shiftKey`, and the space bar fires click too, so `change` does nothing.
        onChange={() => undefined}
        onClick={(event) => toggle(file, event.shiftKey)}
      />
    </label>
  );
}

/** The checkbox that selects all files on screen, or none. */
export function SelectAllCheckbox() {
  const { t } = useTranslation('files');
  const { all, selected, selectAll, clear } = useSelectedFiles();
  return (
    <label className={classes.choiceBox}>
      <input
        type="checkbox"
        aria-label={t('choice.all')}
        checked={all}
        ref={(box) => {
          if (box) box.indeterminate = !all && selected.length > 0;
        }}
        onChange={all ? clear : selectAll}
      />
    </label>
  );
}
