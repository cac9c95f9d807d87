import { useTranslation } from 'react-i18next';
import { useChoice } from './file-choice.ts';
import type { FileRow } from './file-row.ts';
import classes from './files.module.css';

/** Chooses one file; with Shift, all from the one before to this one. */
export function ChoiceBox({ file }: { file: FileRow }) {
  const { t } = useTranslation('files');
  const { has, toggle } = useChoice();
  return (
    <label className={classes.choiceBox}>
      <input
        type="checkbox"
        aria-label={t('choice.one', { name: file.name })}
        checked={has(file)}
        // A click knows of Shift, a change does not; the space bar makes both.
        onChange={() => undefined}
        onClick={(event) => toggle(file, event.shiftKey)}
      />
    </label>
  );
}

/** Chooses all on screen, or none. */
export function ChooseAllBox() {
  const { t } = useTranslation('files');
  const { all, chosen, chooseAll, clear } = useChoice();
  return (
    <label className={classes.choiceBox}>
      <input
        type="checkbox"
        aria-label={t('choice.all')}
        checked={all}
        ref={(box) => {
          if (box) box.indeterminate = !all && chosen.length > 0;
        }}
        onChange={all ? clear : chooseAll}
      />
    </label>
  );
}
