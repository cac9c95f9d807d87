import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { FormBody } from '@fairwatch/contract';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import type { SentFile } from './route.ts';

/** What a form of ours may have beside its file. */
const fieldLimits = { fields: 16, fieldSize: 4096, fieldNameSize: 64, headerPairs: 32 };

/** What the fields and the words around the file may add. */
const besideFile = 64 * 1024;

/** Lets the routes of this scope take forms. All others go on refusing them. */
export function takeForms(scope: FastifyInstance): void {
  void scope.register(multipart, { throwFileSizeLimit: false });
}

export interface SentForm {
  /** The fields before the file, as text. */
  fields: Record<string, unknown>;
  file: SentFile;
}

/** Reads a form up to its file, whose bytes stay in the socket until somebody takes them. */
export async function readForm(
  request: FastifyRequest,
  { file: part, maxBytes }: FormBody,
  /** What encryption adds to the file, and how long a field may be by it. */
  { overhead, fieldSize } = { overhead: 0, fieldSize: fieldLimits.fieldSize },
): Promise<SentForm> {
  const fileSize = maxBytes + overhead;
  if (!request.isMultipart()) throw new AppError('wrong_form_type');
  // Refused before its first byte where it says how long it is; else when it goes beyond.
  if (Number(request.headers['content-length'] ?? 0) > fileSize + besideFile) {
    throw new AppError('file_too_large', { size: maxBytes / (1024 * 1024) });
  }
  const formLimits = { ...fieldLimits, fieldSize, files: 1, parts: fieldLimits.fields + 1, fileSize };
  const sent = await Promise.race([request.file({ limits: formLimits }), endOf(request)]).catch(() => {
    throw new AppError('upload_interrupted');
  });
  if (sent?.fieldname !== part) {
    dropForm(request);
    throw new AppError('invalid_input', { problem: `${part}: the form must have this file, after its fields.` });
  }
  const fields = Object.entries(sent.fields).flatMap(([name, field]) =>
    field !== undefined && 'value' in field && field.type === 'field' ? [[name, field.value] as const] : [],
  );
  return { fields: Object.fromEntries(fields), file: sent.file };
}

/**
 * Settles when all of the body was read and its parser had the time to find a file in it. A form without parts makes the
 * parser wait for ever; when there is a file, it was told before the body's end was reached.
 */
async function endOf({ raw }: FastifyRequest): Promise<undefined> {
  await once(raw, 'end');
  await setImmediate();
}

/** Whatever nobody read must still leave the socket, or the connection carries no further request. */
export function dropForm({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
}
