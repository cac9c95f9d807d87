import { commandParams } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { splitForClient } from './split-for-client.ts';

const many = Array.from({ length: 120 }, (_, place) => `${place}.txt`);
const modern = { lists: true } as const;

describe('a command for many files', () => {
  it('is split into lists that a client takes, in order', () => {
    const parts = splitForClient('SEND_FILE', { paths: many }, modern);
    expect(parts.map(({ paths }) => paths?.length)).toEqual([50, 50, 20]);
    expect(parts.flatMap(({ paths }) => paths)).toEqual(many);
    for (const part of parts) expect(commandParams.SEND_FILE.safeParse(part).success).toBe(true);
  });

  it.each([[null], [{}]])('is one command per file for a client with the offers %o', (offers) => {
    expect(splitForClient('DELETE_FILE', { paths: ['a', 'b'] }, offers)).toEqual([{ path: 'a' }, { path: 'b' }]);
    expect(splitForClient('FETCH_MEDIA', { keys: ['a', 'b'] }, offers)).toEqual([{ key: 'a' }, { key: 'b' }]);
  });

  it('asks for each file once, and names a single one alone', () => {
    expect(splitForClient('SEND_FILE', { paths: ['a', 'b', 'a'] }, modern)).toEqual([{ paths: ['a', 'b'] }]);
    expect(splitForClient('FETCH_MEDIA', { keys: ['a', 'a'] }, modern)).toEqual([{ key: 'a' }]);
    expect(splitForClient('SEND_FILE', { path: 'a' }, modern)).toEqual([{ path: 'a' }]);
  });

  it('leaves other commands as they are', () => {
    const params = { folder: '', name: 'New' };
    expect(splitForClient('CREATE_FOLDER', params, null)).toEqual([params]);
    expect(splitForClient('UPDATE_CONTACTS', {}, modern)).toEqual([{}]);
  });
});
