import {
  approvalCount,
  batchPath,
  deviceList,
  groupList,
  limits,
  savedViews,
  type BatchedAnswer,
  type BatchedCall,
  type Endpoint,
} from '@fairwatch/contract';
import { expect, it } from 'vitest';
import { useTestServer } from '../testing/servers/use-server.ts';

const server = useTestServer();

const callOf = ({ path }: Endpoint, input: object = {}): BatchedCall => ({ path, body: JSON.stringify(input) });

async function sendBatch(calls: readonly BatchedCall[], token?: string) {
  const response = await fetch(new URL(batchPath, server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(calls),
  });
  const body: unknown = await response.json();
  const answers = response.ok ? (body as BatchedAnswer[]) : [];
  return { status: response.status, answers: answers.map(({ status, body: text }) => [status, JSON.parse(text)]) };
}

const statusOf = async (calls: readonly BatchedCall[], of?: string) => (await sendBatch(calls, of)).status;

it('answers each call as if it had come alone, in their order', async () => {
  const { token } = await server.createAdmin();
  const { answers } = await sendBatch([callOf(savedViews, { list: 'devices' }), callOf(approvalCount)], token);
  const alone = [await server.api(savedViews, { list: 'devices' }, token), await server.api(approvalCount, {}, token)];
  expect(answers).toEqual(alone.map(({ status, envelope }) => [status, envelope]));
});

it('refuses a call alone: bad input, a missing permission, an ended session', async () => {
  const { token } = await server.createAdmin({ access: {} });
  const calls = [callOf(savedViews, { list: 'No list' }), callOf(groupList), callOf(approvalCount)];
  const statuses = async (of: string) => (await sendBatch(calls, of)).answers.map(([status]) => status);
  expect(await statuses(token)).toEqual([400, 403, 200]);
  expect(await statuses('of-nobody')).toEqual([401, 401, 401]);
});

it('takes only calls that can wait, a few of them, and only from a session', async () => {
  const { token } = await server.createAdmin();
  expect(await statusOf([callOf(approvalCount), callOf(deviceList)], token)).toBe(403);
  expect(await statusOf([{ path: batchPath, body: '[]' }], token)).toBe(403);
  expect(await statusOf([], token)).toBe(400);
  const many = Array.from({ length: limits.batch.maxCalls + 1 }, () => callOf(approvalCount));
  expect(await statusOf(many.slice(1), token)).toBe(200);
  expect(await statusOf(many, token)).toBe(400);
  expect(await statusOf([{ ...callOf(approvalCount), body: ' '.repeat(20_000) }], token)).toBe(413);
  expect(await statusOf([callOf(approvalCount)])).toBe(401);
});
