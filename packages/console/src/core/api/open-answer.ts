import { clientErrorText } from './error-text.ts';
import { ApiError } from './api-error.ts';
import { payloadCipher } from './payload.ts';
import { isObject, type Fields } from './read-answer.ts';

/** Decrypts a response body if it is encrypted. Throws `ApiError` with its own text when that fails. */
export async function openAnswer(body: unknown, status: number): Promise<unknown> {
  if (!isObject(body) || !String(body['securityStatus']).startsWith('AES_')) return body;
  try {
    return await decrypt(body);
  } catch {
    throw new ApiError(clientErrorText('decryption_failed'), status);
  }
}

async function decrypt({ data, metaObject }: Fields): Promise<Fields> {
  const cipher = await payloadCipher();
  const open = async (text: unknown) => JSON.parse((await cipher?.decryptText(String(text))) ?? '') as unknown;
  return {
    ...(data !== undefined && { data: await open(data) }),
    ...(metaObject !== undefined && { meta: await open(metaObject) }),
  };
}
