import type { CsvProblem } from '@fairwatch/contract';
import classes from './csv.module.css';
import { useCsvTexts } from './use-csv-texts.ts';

interface CsvProblemsProps {
  problems: readonly CsvProblem[];
  /** How many lines have a problem; not all of them are listed. */
  problemCount: number;
}

/** The lines of a file that were refused, with the reasons. Nothing when there are none. */
export function CsvProblems({ problems, problemCount }: CsvProblemsProps) {
  const { t } = useCsvTexts();
  if (problemCount === 0) return null;
  return (
    <section className={classes.problems} role="alert">
      <p>
        {t('problems', { count: problemCount })}
        {problemCount > problems.length && ` ${t('listed', { count: problems.length })}`}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll it */}
      <div className={classes.scroll} tabIndex={0}>
        <table aria-label={t('table')}>
          <thead>
            <tr>
              <th scope="col">{t('line')}</th>
              <th scope="col">{t('problem')}</th>
            </tr>
          </thead>
          <tbody>
            {problems.map(({ line, problem }, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- the list never changes in place
              <tr key={place}>
                <td>{line}</td>
                <td>{problem}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
