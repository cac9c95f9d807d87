import type { FormBody } from '@fairwatch/contract';
import type { FastifyRequest } from 'fastify';
import type { Parts } from './envelope.ts';
import type { SentForm } from './form.ts';

/** How the words of a call travel: decoded before anything looks at them, and encoded last. */
export interface Payload {
  /** How long a body may be that carries so many bytes of JSON. */
  bodyBytes(jsonBytes: number): number;
  /** The JSON that a body carries. */
  readBody(request: FastifyRequest, maxBytes: number): Promise<unknown>;
  /** How long a form may be that carries a file and so many bytes of fields. */
  formBytes(form: FormBody, fieldBytes: number): number;
  readForm(request: FastifyRequest, form: FormBody, fieldBytes: number): Promise<SentForm>;
  /** The answer's body. */
  envelope(parts: Parts): string | Promise<string>;
}

/** Which way is for which path. */
export type Payloads = (path: string) => Payload;
