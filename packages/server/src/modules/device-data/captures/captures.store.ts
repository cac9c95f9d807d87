import { captureKinds, commandCatalogue, momentWords, type CaptureKind } from '@fairwatch/contract';
import { sql } from 'kysely';
import { z } from 'zod/mini';
import { selectPage } from '../../../core/database/page.ts';
import { isShared } from '../../../shared/disclosure/disclosure-sql.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { NamedFile } from '../../../shared/audit/read-log.ts';
import { AnswerRefused, type CommandAnswer, type DeviceAnswer } from '../../commands/answers/command-answer.ts';
import { isoTime } from '../../../core/database/list-sql.ts';
import { inScope } from '../../../shared/scope-sql.ts';
import type { JsonPage } from '../../../core/database/page.ts';
import type { Scope } from '../../../shared/scope.ts';
import { shownAccount } from '../../../shared/shown-names.ts';

/** The row that a device sends with the file. */
const sentCapture = z.object({
  sha256: z.string(),
  durationMs: z.nullable(z.int().check(z.minimum(0), z.maximum(3_600_000))),
});

/** Stores the answer to one kind of capture command. The phases make sure that the capture was announced on the device. */
function captureAnswer(kind: CaptureKind): CommandAnswer {
  return {
    command: captureKinds[kind],
    featureId: 'captures',
    phases: ['COUNTDOWN', 'RECORDING'],
    checkRow(row) {
      const { success, data } = sentCapture.safeParse(row);
      return success ? [row.key, data.sha256, data.durationMs] : 'It does not say which file it is.';
    },
    async apply(db, answers) {
      for (const answer of answers) await keepCapture(db, kind, answer);
    },
  };
}

export const captureAnswers: readonly CommandAnswer[] = (Object.keys(captureKinds) as CaptureKind[]).map(captureAnswer);

/**
 * Inserts a capture if the command's file has arrived. Plan: the command by its primary key, then its blobs by
 * `device_blobs_of_command`. Throws `AnswerRefused` when the file is missing.
 */
async function keepCapture(db: Database, kind: CaptureKind, answer: DeviceAnswer): Promise<void> {
  const { deviceId, commandId, rows, params } = answer;
  const { capability } = commandCatalogue[captureKinds[kind]];
  const [[, sha256, durationMs] = []] = rows;
  const { rows: kept } = await sql`
    insert into captures (device_id, kind, command_id, requested_by, capability, sha256, duration_ms, camera)
    select c.device_id, ${kind}, c.id, c.requested_by, b.capability, b.sha256, ${durationMs}::int, ${params['camera']}::text
    from commands c join device_blobs b on b.device_id = c.device_id and b.command_id = c.id
    where c.id = ${commandId} and c.device_id = ${deviceId} and b.capability = ${capability} and b.sha256 = ${sha256}
    returning id`.execute(db);
  if (kept.length === 0) throw new AnswerRefused('The device sent no recording.');
}

/** Whether the phone is in a call; null while the device is offline, does not report calls, or does not share them. */
export async function findCallState(db: Database, scope: Scope, deviceId: number): Promise<boolean | null> {
  const { rows } = await sql<{ inCall: boolean | null }>`
    select d.in_call as "inCall"
    from devices d join gateway_nodes n on n.id = d.gateway_node_id and n.alive_until > now()
    where d.id = ${deviceId} and d.left_at is null and ${inScope(scope, sql`d.id`)}
      and ${isShared('CALL_RECORDING', { live: true })}`.execute(db);
  return rows[0]?.inCall ?? null;
}

/** The captures of a kind, newest first. Plan: a backward scan of `captures_list`, joined to blobs and users by primary key. */
export function listCaptures(
  db: Database,
  scope: Scope,
  kind: CaptureKind,
  input: { deviceId: number; page: number; pageSize: number },
): Promise<JsonPage> {
  const where = sql`p.device_id = ${input.deviceId} and p.kind = ${kind} and ${inScope(scope, sql`p.device_id`)}`;
  return selectPage(
    db,
    {
      rows: sql`select p.id, p.command_id as "commandId", p.sha256, b.mime_type as "mimeType", b.size,
          p.duration_ms as "durationMs", p.camera, ${shownAccount} as "requestedBy",
          ${isoTime(sql`p.captured_at`)} as "capturedAt"
        from captures p join blobs b on b.sha256 = p.sha256 join users u on u.id = p.requested_by
        where ${where} order by p.id desc`,
      total: sql`select count(*) from captures p where ${where}`,
    },
    input,
  );
}

/** The log's name of a capture. */
export async function nameCapture(
  db: Database,
  { deviceId, sha256 }: { deviceId: number; sha256: string },
): Promise<NamedFile | undefined> {
  const { rows } = await sql<CaptureFacts>`
    select p.kind, p.camera, ${isoTime(sql`p.captured_at`)} as "capturedAt" from captures p
    where p.device_id = ${deviceId} and p.sha256 = ${sha256} order by p.id desc limit 1`.execute(db);
  return rows[0] && { object: captureName(rows[0]), isPreview: false };
}

interface CaptureFacts {
  kind: CaptureKind;
  camera: string | null;
  capturedAt: string;
}

const captureWords = {
  PHOTO: 'the photo',
  VIDEO: 'the video',
  VOICE: 'the voice recording',
  CALL: 'the recording of a call',
} as const satisfies Record<CaptureKind, string>;

function captureName({ kind, camera, capturedAt }: CaptureFacts): string {
  const by = camera === null ? '' : ` of the ${camera.toLowerCase()} camera`;
  return `${captureWords[kind]}${by} from ${momentWords(capturedAt)}`;
}

/**
 * Deletes a capture, and its file unless another capture has the same bytes (found by `captures_file`). Returns its name in the log;
 * undefined when there is none. The trigger `device_blobs_gone` marks the blob for deletion.
 */
export async function deleteCapture(
  db: Database,
  scope: Scope,
  kind: CaptureKind,
  { deviceId, captureId }: { deviceId: number; captureId: number },
): Promise<string | undefined> {
  const { rows } = await sql<CaptureFacts>`
    with gone as (
      delete from captures p
      where p.id = ${captureId} and p.device_id = ${deviceId} and p.kind = ${kind} and ${inScope(scope, sql`p.device_id`)}
      returning p.*
    ), file as (
      delete from device_blobs b using gone
      where b.device_id = gone.device_id and b.capability = gone.capability and b.sha256 = gone.sha256
        and not exists (select from captures p where p.id <> gone.id and p.device_id = gone.device_id
          and p.capability = gone.capability and p.sha256 = gone.sha256)
    )
    select kind, camera, ${isoTime(sql`captured_at`)} as "capturedAt" from gone`.execute(db);
  return rows[0] && captureName(rows[0]);
}
