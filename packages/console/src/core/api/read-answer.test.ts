import { clientErrors } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { readAnswer } from './read-answer.ts';

const quiet = { has_error: false, message: [], pagination: null };

describe('response checks', () => {
  it.each([undefined, null, 'text', [], {}])(
    '[SPEC 5.1, 8.6] neither data nor meta: Invalid response structure. (%j)',
    (body) => {
      expect(() => readAnswer(body, 200)).toThrow('Invalid response structure.');
    },
  );

  it('[SPEC 5.2] the same wording in PLAINTEXT mode.', () => {
    const body = { securityStatus: 'PLAINTEXT' };
    expect(() => readAnswer(body, 200)).toThrow('Invalid response structure in PLAINTEXT mode.');
  });

  it('[SPEC 5.3] the same wording in CLEAR_TEXT mode.', () => {
    const body = { securityStatus: 'CLEAR_TEXT' };
    expect(() => readAnswer(body, 200)).toThrow('Invalid response structure in CLEAR_TEXT mode.');
  });

  it("[SPEC 5.4] has_error raises the first message's client text", () => {
    const message = [{ code: 'not_allowed', text: { client: 'No.' } }, { text: { client: 'Also no.' } }];
    const body = { securityStatus: 'PLAINTEXT', data: null, meta: { ...quiet, has_error: true, message } };
    expect(() => readAnswer(body, 403)).toThrow(
      expect.objectContaining({ message: 'No.', code: 'not_allowed', status: 403 }),
    );
  });

  it.each([[[]], [undefined], [[{ text: {} }]], [[{}]]])(
    "[SPEC 5.5] or 'Unknown error.' when absent (%j)",
    (message) => {
      const body = { data: null, meta: { has_error: true, message } };
      expect(() => readAnswer(body, 500)).toThrow(clientErrors.unknown_response_error);
    },
  );

  it('[SPEC 7.6] results are read as data plus pagination', () => {
    const pagination = { page: 1, pageSize: 20, totalItems: 1, totalPages: 1 };
    const body = { securityStatus: 'PLAINTEXT', data: [1], meta: { ...quiet, pagination } };
    expect(readAnswer(body, 200)).toEqual({ data: [1], pagination });
  });

  it('[SPEC 3.33] the data may be called object', () => {
    expect(readAnswer({ securityStatus: 'CLEAR_TEXT', object: { a: 1 }, meta: quiet }, 200).data).toEqual({ a: 1 });
  });

  it('either data or meta is enough', () => {
    expect(readAnswer({ data: 0 }, 200)).toEqual({ data: 0, pagination: null });
    expect(readAnswer({ meta: quiet }, 200)).toEqual({ data: null, pagination: null });
  });

  it('has times as the browser shows them', () => {
    const at = new Date();
    const client = `Ada declined. You can ask again ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC.`;
    const shown = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }).format(at);
    const body = {
      data: null,
      meta: { ...quiet, has_error: true, message: [{ code: 'approval_declined', text: { client } }] },
    };
    expect(() => readAnswer(body, 403)).toThrow(`Ada declined. You can ask again ${shown}.`);
  });
});
