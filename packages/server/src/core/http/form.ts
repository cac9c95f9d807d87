import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { FormBody } from '@fairwatch/contract';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import type { SentFile } from './route.ts';
import { isLeftUnread } from './unread-body.ts';

/** What a form of ours may have beside its file. */
const fieldLimits = { fields: 16, fieldNameSize: 64, headerPairs: 32 };

/** What stands around the fields and the file: boundaries, names, types. */
const aroundParts = 8 * 1024;

/** How long a form may be in all. */
export function formBytes({ maxBytes }: FormBody, { overhead, fieldBytes }: FormSizes): number {
  return maxBytes + overhead + fieldBytes + aroundParts;
}

export interface FormSizes {
  /** What encryption adds to the file. */
  overhead: number;
  /** How long a field may be, and all of them together. */
  fieldBytes: number;
}

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
export async function readForm(request: FastifyRequest, form: FormBody, sizes: FormSizes): Promise<SentForm> {
  const { file: part, maxBytes } = form;
  const fileSize = maxBytes + sizes.overhead;
  if (!request.isMultipart()) throw new AppError('wrong_form_type');
  // Refused before its first byte where it says how long it is; else when it goes beyond.
  if (Number(request.headers['content-length'] ?? 0) > formBytes(form, sizes)) {
    throw new AppError('file_too_large', { size: maxBytes / (1024 * 1024) });
  }
  // Without a limit on parts: the parser listens to no error of the parts beyond it, so that one cut off in the middle would end
  // the whole process. Fields and files beyond theirs are skipped with somebody listening.
  const formLimits = { ...fieldLimits, fieldSize: sizes.fieldBytes, files: 1, fileSize };
  const sent = await Promise.race([request.file({ limits: formLimits }), endOf(request)]).catch(() => {
    throw new AppError('upload_interrupted');
  });
  if (sent?.fieldname !== part) {
    dropForm(request);
    throw new AppError('invalid_input', { problem: `${part}: the form must have this file, after its fields.` });
  }
  const parts = Object.entries(sent.fields).flatMap(([name, field]) =>
    field !== undefined && 'value' in field && field.type === 'field' ? [[name, field] as const] : [],
  );
  const fieldBytes = parts.reduce((sum, [, { value }]) => sum + Buffer.byteLength(String(value)), 0);
  if (fieldBytes > sizes.fieldBytes || parts.some(([, { valueTruncated }]) => valueTruncated)) {
    throw new AppError('body_too_large');
  }
  const fields = Object.fromEntries(parts.map(([name, { value }]) => [name, value]));
  return { fields, file: sent.file };
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
  if (!isLeftUnread(raw)) raw.resume();
}
