import type { CsvProblem } from '@fairwatch/contract';
import { ProblemTable } from '../forms/problem-table.tsx';
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
  const counted = t('problems', { count: problemCount });
  const listed = t('listed', { count: problems.length });
  return (
    <ProblemTable
      summary={problemCount > problems.length ? `${counted} ${listed}` : counted}
      label={t('table')}
      columns={[t('line'), t('problem')]}
      rows={problems.map(({ line, problem }) => [line, problem])}
    />
  );
}
