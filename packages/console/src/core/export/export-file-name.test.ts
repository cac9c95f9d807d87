import { expect, it } from 'vitest';
import { exportFileName } from './export-file-name.ts';

const day = new Date(2026, 10, 15, 23, 59);

it.each([
  [['contacts', "Anna's phone"], 'contacts-anna-s-phone-2026-11-15.xlsx'],
  [['contacts', 'Zoë Müller'], 'contacts-zoe-muller-2026-11-15.xlsx'],
  [['contacts', '../../etc/passwd'], 'contacts-etc-passwd-2026-11-15.xlsx'],
  [['contacts', '李雷'], 'contacts-李雷-2026-11-15.xlsx'],
  [['contacts', '***'], 'contacts-2026-11-15.xlsx'],
])('makes a file name of %j', (words, name) => expect(exportFileName(words, day)).toBe(name));
