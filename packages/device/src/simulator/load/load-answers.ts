import { deviceFeatures, type CommandType, type DeviceFeatureId, type DeviceRow } from '@fairwatch/contract';
import { seededRandom } from '../../fake/random.ts';
import { rowBatches } from '../../core/commands/row-batches.ts';
import { fakeCollectors } from '../../registry.ts';
import { planPhone } from '../plan/phone-plan.ts';

/** The prepared answer to one command: the rows of each batch as JSON. */
export interface PreparedAnswer {
  batches: readonly string[];
  rows: number;
}

/** The number of different answers, which all phones share. */
const variants = 8;

/** Prepares the answers to every command, which never change. With `rowsPerAnswer` each has exactly that many rows. */
export async function prepareAnswers(seed: string, rowsPerAnswer: number | null) {
  const answers = new Map<CommandType, PreparedAnswer[]>();
  for (let variant = 0; variant < variants; variant += 1) {
    const collectors = fakeCollectors(
      (purpose) => seededRandom(`${seed}/load/${variant}/${purpose}`),
      (collect) => async () => collect(),
      planPhone(`${seed}/load`, variant),
    );
    for (const [id, { command }] of Object.entries(deviceFeatures)) {
      const rows: readonly DeviceRow[] = await collectors[id as DeviceFeatureId]();
      const prepared = answers.get(command) ?? [];
      prepared.push(prepare(rowsPerAnswer === null ? rows : repeatRows(rows, rowsPerAnswer)));
      answers.set(command, prepared);
    }
  }
  return answers;
}

function prepare(rows: readonly DeviceRow[]): PreparedAnswer {
  return { batches: Array.from(rowBatches(rows), (batch) => JSON.stringify(batch)), rows: rows.length };
}

/** Repeats the rows up to a length, each with a key of its own. */
function repeatRows(rows: readonly DeviceRow[], length: number): DeviceRow[] {
  return Array.from({ length }, (_, place) => ({ ...rows[place % rows.length], key: `row-${place}` }));
}
