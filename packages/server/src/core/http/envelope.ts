import type { Meta } from '@fairwatch/contract';
import type { AppError } from '../app-error.ts';
import type { JsonPage } from './route.ts';

export const jsonType = 'application/json; charset=utf-8';

/** What an answer says, before it is known how it travels: the data as JSON already, since lists come so from PostgreSQL. */
export interface Parts {
  data: string;
  meta: Meta;
}

/** The answer to a call that succeeded. */
export function dataParts(data: unknown): Parts {
  return { data: JSON.stringify(data), meta: { has_error: false, message: [], pagination: null } };
}

/** The same for a page of a list, whose JSON passes through untouched. */
export function pageParts({ json, pagination }: JsonPage): Parts {
  return { data: json, meta: { has_error: false, message: [], pagination } };
}

/** The answer to a call that failed. */
export function errorParts({ code, message }: Pick<AppError, 'code' | 'message'>): Parts {
  const meta = { has_error: true, message: [{ code, text: { client: message } }], pagination: null };
  return { data: 'null', meta };
}

export function plainEnvelope({ data, meta }: Parts): string {
  return `{"securityStatus":"PLAINTEXT","data":${data},"meta":${JSON.stringify(meta)}}`;
}
