import { languages, languageTags, type Language } from '@fairwatch/contract';
import { NativeSelect } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import { commonText } from './common.texts.ts';
import { chooseLanguage, chosenLanguage } from './companion-language.ts';

/** The choice of the companion's language. Each is called by its own name, so that whoever reads it finds it. */
export function LanguageChoice() {
  const browsers = { value: '', label: commonText('language.browsers') };
  const names = languageTags.map((value) => ({ value, label: languages[value].name }));
  return (
    <NativeSelect
      label={commonText('language.title')}
      leftSection={<IconLanguage size={20} stroke={1.75} aria-hidden />}
      data={[browsers, ...names]}
      defaultValue={chosenLanguage() ?? ''}
      onChange={({ currentTarget }) => chooseLanguage((currentTarget.value || null) as Language | null)}
    />
  );
}
