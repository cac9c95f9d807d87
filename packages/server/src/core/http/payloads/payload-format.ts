import type { FormBody } from '@fairwatch/contract';
import type { FastifyRequest } from 'fastify';
import type { Parts } from './envelope.ts';
import type { SentForm } from './form.ts';

/** Encodes and decodes the payloads of calls, encrypted or not. Decoding comes before validation, encoding comes last. */
export interface Payload {
  /** The maximum size of a body that carries this many bytes of JSON. */
  bodyBytes(jsonBytes: number): number;
  /** Decodes a body to a JSON value. */
  readBody(request: FastifyRequest, maxBytes: number): Promise<unknown>;
  /** The maximum size of a form with a file and this many bytes of fields. */
  formBytes(form: FormBody, fieldBytes: number): number;
  readForm(request: FastifyRequest, form: FormBody, fieldBytes: number): Promise<SentForm>;
  /** Encodes a response. */
  envelope(parts: Parts): string | Promise<string>;
}
