import type { CsvProblem } from '@fairwatch/contract';
import type { z } from 'zod/mini';
import type { CsvContent } from './csv.ts';

/** A row of a CSV file whose values have passed their schema. */
export interface CheckedRow<Value> {
  line: number;
  value: Value;
}

/** Parses each row by a schema. What a row gets wrong is joined to one problem of its line. */
export function checkRows<Schema extends z.ZodMiniType>(
  { rows, problems }: CsvContent<string>,
  schema: Schema,
): { rows: CheckedRow<z.output<Schema>>[]; problems: CsvProblem[] } {
  const checked: CheckedRow<z.output<Schema>>[] = [];
  const found = [...problems];
  for (const { line, values } of rows) {
    const result = schema.safeParse(values);
    if (result.success) checked.push({ line, value: result.data });
    else found.push({ line, problem: result.error.issues.map(describeIssue).join('; ') });
  }
  return { rows: checked, problems: found };
}

function describeIssue({ path, message }: z.core.$ZodIssue): string {
  return `${path.join('.')}: ${message}`;
}

/** The problems as an answer lists them: by line, and the first ones only. */
export function listProblems(
  problems: readonly CsvProblem[],
  atMost: number,
): { problems: CsvProblem[]; problemCount: number } {
  const sorted = problems.toSorted((one, other) => one.line - other.line);
  return { problems: sorted.slice(0, atMost), problemCount: sorted.length };
}
