import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { languageOf, languages, languageTags, type Language } from '@fairwatch/contract';
import { NativeSelect } from '@mantine/core';
import { useComponentTexts } from './use-component-texts.ts';

interface LanguageSelectProps {
  value: Language | null;
  change: (language: Language | null) => void;
  /** What decides when none is chosen: the browser of the admin, or the device of the reader. */
  otherwise: 'browser' | 'device' | 'unsaid';
  description?: string;
}

/** A choice of one of the languages, each by its own name. */
export function LanguageSelect({ value, change, otherwise, description }: LanguageSelectProps) {
  const { t } = useComponentTexts();
  return (
    <NativeSelect
      name="language"
      label={t('language.label')}
      description={description}
      data={[
        { value: '', label: t(`language.${otherwise}`) },
        ...languageTags.map((tag) => ({ value: tag, label: languages[tag].name })),
      ]}
      value={value ?? ''}
      onChange={({ currentTarget }) => change(languageOf(currentTarget.value))}
    />
  );
}
