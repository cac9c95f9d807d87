import { AppError } from '../../core/app-error.ts';

const base64 = /^(?:data:[^,]{0,200};base64,)?([A-Za-z0-9+/_-]*={0,2})$/;

/** The bytes of a text in Base64, as browsers write it too (`data:...;base64,`). */
export function decodeBase64(text: string): Buffer {
  const body = base64.exec(text)?.[1];
  if (body === undefined) throw new AppError('invalid_input', { problem: 'content: it must be Base64.' });
  return Buffer.from(body, 'base64');
}
