import { meta, type Endpoint } from '@fairwatch/contract';
import type { ReceivedAnswer } from './send-request.ts';

/** The maximum size of an error response in bytes. */
const longestRefusal = 4096;

/** Throws unless the response is valid for any input: no 500, and errors in the envelope. */
export function checkAnswer({ status, type, text }: ReceivedAnswer, endpoint?: Endpoint): void {
  if (status >= 500) throw new Error(`A fault of the server: ${status} ${text}`);
  if (status >= 400) return judgeRefusal(type, text);
  if (endpoint === undefined || endpoint.answersBytes) return;
  const { data, ...envelope } = readJson(text);
  if (meta.parse(envelope['meta']).has_error) throw new Error(`A success that says it has an error: ${text}`);
  const outcome = endpoint.output.safeParse(data);
  if (!outcome.success) throw new Error(`An answer that the contract does not know: ${outcome.error.message}`);
}

function judgeRefusal(type: string, text: string): void {
  // A response to HEAD has no body.
  if (text === '') return;
  if (Buffer.byteLength(text) >= longestRefusal) throw new Error(`A refusal of ${Buffer.byteLength(text)} bytes.`);
  if (type !== 'application/json; charset=utf-8') throw new Error(`A refusal of the type ${type}.`);
  const { data, ...envelope } = readJson(text);
  if (data !== null || !meta.parse(envelope['meta']).has_error)
    throw new Error(`A refusal without its reason: ${text}`);
}

function readJson(text: string): Record<string, unknown> {
  return JSON.parse(text) as Record<string, unknown>;
}

/** The error code of a response; empty for success. */
export function codeOf({ status, text }: ReceivedAnswer): string {
  if (status < 400 || text === '') return '';
  return meta.parse(readJson(text)['meta']).message[0]?.code ?? '';
}
