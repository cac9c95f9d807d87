import { registerLanguage } from '@fairwatch/contract';
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { mount } from '../components/mount-for-test.tsx';
import { translatedError } from '../api/error-text.ts';
import { selectLanguage } from './i18n.ts';
import { useTranslation } from './use-translation.ts';

afterEach(() => {
  selectLanguage('en');
  localStorage.clear();
});

function Form() {
  const { t } = useTranslation();
  return (
    <label>
      {t('request.processing')}
      <input />
    </label>
  );
}

it('shows a page in another language with what was typed into it', async () => {
  registerLanguage('de', { common: { request: { processing: 'Wird bearbeitet …' } } });
  const { box } = mount(<Form />);
  const input = box.querySelector('input');
  if (input === null) throw new Error('The form has no field.');
  input.value = 'half a sentence';
  await act(async () => selectLanguage('de'));
  expect(box.textContent).toBe('Wird bearbeitet …');
  expect(box.querySelector('input')).toBe(input);
  expect(input.value).toBe('half a sentence');
  expect(document.documentElement).toMatchObject({ lang: 'de', dir: 'ltr' });
});

it('says an error of the server by its code and values, and leaves English to the server', () => {
  registerLanguage('de', { 'contract/errors': { file_too_large: 'Die Datei ist größer als {size} MB.' } });
  expect(translatedError('file_too_large', { size: 3 })).toBeUndefined();
  selectLanguage('de');
  expect(translatedError('file_too_large', { size: 3 })).toBe('Die Datei ist größer als 3 MB.');
  expect(translatedError('login_failed')).toBeUndefined();
});
