import { inLanguage, languageTags, sourceLanguage, type RunAction } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { registerLocales } from '../../../shared/texts/register-locales.ts';
import { retellRunTitle } from '../../../shared/texts/run-titles.ts';
import { runTitle } from './run-steps.ts';

registerLocales();

const actions: RunAction[] = [
  { action: 'UPDATE', commands: ['UPDATE_CONTACTS', 'UPDATE_GALLERY', 'UPDATE_LOCATIONS'] },
  { action: 'NOTIFY', type: 'INFO', title: 'Bring rain gear', message: '' } as unknown as RunAction,
  { action: 'ASK', capabilities: ['CONTACTS', 'GALLERY'] } as unknown as RunAction,
  { action: 'END', reason: '' } as unknown as RunAction,
  { action: 'SEND_FILES', paths: ['a', 'b'] } as unknown as RunAction,
  { action: 'FETCH_MEDIA', itemIds: [1] } as unknown as RunAction,
];

describe('the title of a run', () => {
  it.each(actions)('is told again in every language: $action', (action) => {
    const stored = runTitle(action);
    const told = languageTags.map((language) => inLanguage(language, () => retellRunTitle(stored)));
    expect(new Set(told).size).toBe(languageTags.length);
    expect(told).toContain(stored);
  });

  it('stays as it was stored where it is not ours', () => {
    expect(inLanguage('de', () => retellRunTitle('Update nothing we know'))).toBe('Update nothing we know');
    expect(inLanguage(sourceLanguage, () => retellRunTitle('Update contacts'))).toBe('Update contacts');
  });
});
