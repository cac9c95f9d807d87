import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import replaced from '../../packages/console/src/shared/plain-words/replaced-words.json' with { type: 'json' };
import { root } from '../core/paths.ts';

type Texts = { [key: string]: string | string[] | Texts };

/*
 * A preset replaces the console's texts by their key; `plain-words.test.ts` of the console reads all of those. What the server, the contract and
 * the clients of persons say is the same in every preset, so it is in plain words for everybody: logs, notifications, mails, pushes, what
 * watches a phone, and the pages of the companion.
 */
const unwanted = new RegExp(String.raw`\b(?:${Object.keys({ ...replaced.all, ...replaced.family }).join('|')})\b`, 'i');
/** The verb that everybody knows, what is typed, and the zone of a clock. */
const isPlain = [
  /npm run|termux-setup-storage|audit:verify|\.mjs|^"run" takes/,
  /time zone/i,
  /(?:who(?:ever)?|people who) runs? (?:this|the)|(?:Fairwatch|program|page|file that|You see that it) (?:does not )?runs?|already runs|could not run it/i,
];

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const isUnwanted = (text: string) =>
  unwanted.test(text.replaceAll(/\{\{.*?\}\}/g, '…')) && !isPlain.some((pattern) => pattern.test(text));

function flat(texts: Texts, prefix = ''): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([key, value]) => {
    if (typeof value === 'string') return [[prefix + key, value] as [string, string]];
    if (Array.isArray(value)) return value.map((text): [string, string] => [prefix + key, text]);
    return flat(value, `${prefix}${key}.`);
  });
}

/** Where the server and the contract have sentences for admins and persons in their code. */
const sentences = [
  'packages/contract/src/{core,shared}/**/*.ts',
  'packages/contract/src/device-protocol/notice/*.ts',
  'packages/contract/src/areas/accounts/role-templates.ts',
  'packages/device/src/words/**/*.ts',
  'packages/server/src/shared/{audit,device-state,notify,push,watches}/**/*.ts',
  'packages/server/src/modules/**/*.ts',
];
/** SPEC's titles, which the console replaces; facts for the documentation. */
const otherFiles = /\.test\.ts$|\/feature-titles\.ts$|\/personal-data\.ts$|\/modules\/installation\/docs\//;
/** Titles of the specification and errors, which the console replaces by their key. */
const replacedTexts = /\/(?:feature-titles|errors)\.texts\.json$/;
/** What only who programs or runs the server reads: SQL, names of statements, lines of its own log, errors of its own. */
const internal =
  /(?:sql(?:<[^`]*>)?|(?:runNamed\w+|new Error|services?\.log\.\w+|\blog\.\w+)\([^;]*?|assert\w*\([^;]*?|summary:|subject:)\s*$|\bevent: '[^']*' \},\s*$/;
const isSql = /\b(?:select|insert|update \w+ set|from \w+ \w|where|jsonb_\w+)\b/;

function literals(file: string): string[] {
  const source = read(file).replaceAll(/(?<=^|[\s{(])\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
  return Array.from(source.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g))
    .filter(({ index }) => !internal.test(source.slice(Math.max(0, index - 120), index)))
    .map(([, one, two, three]) => (one ?? two ?? three ?? '').replaceAll(/\$\{[^}]*(?:\}|$)/g, '…'))
    .filter((text) => /\S \S|^[A-Z][a-z]+$/.test(text) && !isSql.test(text));
}

describe('what is the same in every preset has none of the words that a preset replaces', () => {
  it('in the texts of the companion, Termux, the server and the contract', () => {
    const files = globSync('packages/{companion,termux,device,server,contract}/src/**/*.texts.json', {
      cwd: root,
    }).filter((file) => !replacedTexts.test(file));
    expect(files.length).toBeGreaterThan(25);
    const found = files.flatMap((file) =>
      flat(JSON.parse(read(file)) as Texts)
        .filter(([, text]) => isUnwanted(text))
        .map(([key, text]) => `${file}:${key} | ${text}`),
    );
    expect(found).toEqual([]);
  });

  it('in the sentences of the server and of the contract: logs, notifications, mails, pushes', () => {
    const files = globSync(sentences, { cwd: root }).filter((file) => !otherFiles.test(file));
    expect(files.length).toBeGreaterThan(300);
    const found = files.flatMap((file) =>
      literals(file)
        .filter(isUnwanted)
        .map((text) => `${file} | ${text}`),
    );
    expect(found).toEqual([]);
  });
});
