import { healthCheck } from '@fairwatch/contract';
import { expect, it } from 'vitest';
import { readAnswer } from './call-endpoint.ts';

const meta = { has_error: false, message: [], pagination: null };
const answer = (data: object) => readAnswer(healthCheck, Response.json({ securityStatus: 'PLAINTEXT', data, meta }));

it('a test fails whose answer has a field that the contract does not declare', async () => {
  await expect(answer({ maintenance: false })).resolves.toMatchObject({ status: 200 });
  await expect(answer({ maintenance: false, secret: 1 })).rejects.toThrow('answers more than it declares: secret');
});
