import { expect, it } from 'vitest';
import { parseArguments } from './arguments.ts';

it.each([
  ['', { kind: 'screen' }],
  ['--version', { kind: 'version' }],
  ['--help', { kind: 'help' }],
  ['run', { kind: 'run' }],
  ['join', { kind: 'join', invitation: null, server: null }],
  ['join https://a/companion/join#CODE', { kind: 'join', invitation: 'https://a/companion/join#CODE', server: null }],
  ['join CODE --server https://a', { kind: 'join', invitation: 'CODE', server: 'https://a' }],
  ['join --server https://a CODE', { kind: 'join', invitation: 'CODE', server: 'https://a' }],
  ['act allow 5', { kind: 'act', message: { word: 'allow', commandId: 5 }, home: null }],
  ['act notice-gone', { kind: 'act', message: { word: 'notice-gone' }, home: null }],
  ['act --home /a/b stop 7', { kind: 'act', message: { word: 'stop', commandId: 7 }, home: '/a/b' }],
])('understands "%s"', (line, task) => {
  expect(parseArguments(line === '' ? [] : line.split(' '))).toEqual(task);
});

it.each([
  'dance',
  'run now',
  'act',
  'act allow',
  'act allow 5 6',
  'act --home /a',
  'act --home',
  'act leave',
  'join a b',
  'join --server',
  'join --force a',
])('says what is wrong with "%s"', (line) => {
  expect(parseArguments(line.split(' '))).toEqual({ kind: 'wrong', problem: expect.any(String) });
});
