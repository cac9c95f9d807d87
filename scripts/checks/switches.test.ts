import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../core/paths.ts';

it('every switch of the companion is the shared row, so that it is in the same place on every page', () => {
  const folder = path.join(root, 'packages/companion/src');
  const own = globSync('**/*.tsx', { cwd: folder }).filter((file) =>
    /import \{[^}]*\bSwitch\b[^}]*\} from '@mantine\/core'/.test(readFileSync(path.join(folder, file), 'utf8')),
  );
  expect(own).toEqual(['core/components/switch-row.tsx']);
});
