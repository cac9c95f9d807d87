import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { FormBody } from '@fairwatch/contract';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../app-error.ts';
import type { SentFile } from './reply.ts';
import { isLeftUnread } from './unread-body.ts';

/** Limits of a form's fields. */
const fieldLimits = { fields: 16, fieldNameSize: 64, headerPairs: 32 };

/** The bytes of boundaries and part headers. */
const aroundParts = 8 * 1024;

/** The maximum size of a whole form in bytes. */
export function formBytes({ maxBytes }: FormBody, { overhead, fieldBytes }: FormSizes): number {
  return maxBytes + overhead + fieldBytes + aroundParts;
}

export interface FormSizes {
  /** The bytes that encryption adds to the file. */
  overhead: number;
  /** The maximum size of one field, and of all fields together. */
  fieldBytes: number;
}

/** Enables multipart forms for the routes of this Fastify scope only. */
export function takeForms(scope: FastifyInstance): void {
  void scope.register(multipart, { throwFileSizeLimit: false });
  // Fastify's own refusal would ask for JSON here.
  scope.addContentTypeParser('*', async () => {
    throw new AppError('wrong_form_type');
  });
}

export interface SentForm {
  /** The fields that precede the file. */
  fields: Record<string, unknown>;
  file: SentFile;
}

/** Reads a form up to its file. The file's bytes stay in the socket until the caller reads the stream. */
export async function readForm(request: FastifyRequest, form: FormBody, sizes: FormSizes): Promise<SentForm> {
  const { file: part, maxBytes } = form;
  const fileSize = maxBytes + sizes.overhead;
  if (!request.isMultipart()) throw new AppError('wrong_form_type');
  // A form with a content-length is refused before its first byte; any other when it exceeds the limit.
  if (Number(request.headers['content-length'] ?? 0) > formBytes(form, sizes)) {
    throw new AppError('file_too_large', { size: maxBytes / (1024 * 1024) });
  }
  // No limit on parts: the parser adds no error listener to parts beyond it, so a truncated one would end the process. Fields and
  // files beyond their limits are skipped safely.
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
 * Resolves when the whole body was read and parsed. The parser never ends for a form without parts, so this tells that no
 * file will come: a file is always announced before the end of the body.
 */
async function endOf({ raw }: FastifyRequest): Promise<undefined> {
  await once(raw, 'end');
  await setImmediate();
}

/** Discards the unread rest of a form, so that the connection can carry further requests. */
export function dropForm({ raw }: FastifyRequest): void {
  raw.unpipe();
  if (!isLeftUnread(raw)) raw.resume();
}
