import { inLanguage, registerLanguage } from '@fairwatch/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { currentLanguage, i18n, selectLanguage } from '../../core/i18n/i18n.ts';
import { loadProfile } from './load-profile.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  selectLanguage('en');
  localStorage.clear();
});

it('shows the language of the browser to an account that has chosen none, whatever the one before had', async () => {
  selectLanguage('de');
  const data = { language: null };
  vi.stubGlobal('fetch', async () => Response.json({ securityStatus: 'PLAINTEXT', data, meta: { has_error: false } }));
  await loadProfile();
  expect(currentLanguage()).toMatch(/^en/);
  expect(localStorage.getItem('language')).toMatch(/^en/);
});

it('makes texts for somebody else in their language', () => {
  registerLanguage('de', { common: { request: { processing: 'Wird bearbeitet …' } } });
  const words = inLanguage('de', () => [currentLanguage(), i18n.t('common:request.processing' as never)]);
  expect(words).toEqual(['de', 'Wird bearbeitet …']);
  expect(currentLanguage()).toMatch(/^en/);
});
