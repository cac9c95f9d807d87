import type { Answer } from './command-runner.ts';
import type { Connection } from '../connection/connection.ts';
import { rowBatches } from './row-batches.ts';

const longestReason = 1000;

/** Sends the answer to a command. It stops when the connection breaks, since the server repeats the command on the next one. */
export async function sendAnswer(
  connection: Pick<Connection, 'send'>,
  commandId: number,
  answer: Answer,
  signal: AbortSignal,
): Promise<void> {
  if (answer === 'cancelled' || answer === 'unanswered') return;
  const fail = (reason: string, declined?: true) =>
    connection.send({
      type: 'failed',
      commandId,
      reason: reason.slice(0, longestReason),
      ...(declined && { declined }),
    });
  if ('failed' in answer) {
    await fail(answer.failed, answer.declined);
    return;
  }
  let batches = 0;
  try {
    for (const rows of rowBatches(answer.rows)) {
      if (signal.aborted || !(await connection.send({ type: 'rows', commandId, batch: batches, rows }))) return;
      batches += 1;
    }
  } catch (error) {
    // The server would close the connection for such a frame, ask again on the next one, and close that too.
    await fail(error instanceof Error ? error.message : String(error));
    return;
  }
  const { problems } = answer;
  if (!signal.aborted) {
    await connection.send({ type: 'result', commandId, batches, ...(problems && { problems: [...problems] }) });
  }
}
