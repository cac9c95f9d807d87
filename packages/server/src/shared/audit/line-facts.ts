import { isTaking, lineWeight, lineWeights, type LineWeight, type WeighedLine } from '@fairwatch/contract';
import { lineTables } from './told-lines.ts';

/** A line, or several of the same kind, as the person's client shows it. */
interface FactLine extends WeighedLine {
  subject: string;
}

interface LineFacts {
  weight: LineWeight;
  kind: string;
}

/** Weighs lines as the heaviest of them, whose kind of data they are then about, or else what was done. */
export function factsOf(lines: readonly [FactLine, ...FactLine[]]): LineFacts {
  const place = (line: FactLine) => lineWeights.indexOf(lineWeight(line));
  const heaviest = lines.reduce((best, line) => (place(line) < place(best) ? line : best));
  return { weight: lineWeight(heaviest), kind: kindOf(heaviest) };
}

export const takingOf = <Line extends FactLine>(lines: readonly Line[]): Line[] => lines.filter(isTaking);

function kindOf({ action, subject, details }: FactLine): string {
  const { byCommand, byCall } = lineTables;
  const told = byCommand[String(details?.['commandType'] ?? '')] ?? (action === 'READ' ? byCall[subject] : undefined);
  const [only, ...others] = told ?? [];
  return only !== undefined && others.length === 0 ? only : action;
}
