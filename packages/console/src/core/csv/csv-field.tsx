import '@mantine/core/styles/Input.layer.css';
import { limits } from '@fairwatch/contract';
import { Button, Group, InputBase } from '@mantine/core';
import { IconFileDownload, IconFileText } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { sizeText } from '../components/text/size-text.ts';
import { saveBlob } from '../content/save-as.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import classes from './csv.module.css';
import { csvBlob, csvText } from './csv-text.ts';
import { readCsvFile } from './read-csv-file.ts';
import { useCsvTexts } from './use-csv-texts.ts';

interface CsvFieldProps {
  value: string;
  onText: (text: string) => void;
  /** The heading and one line, which the template has and the hint explains. */
  template: { fileName: string; heading: readonly string[]; example: readonly string[] };
  error: string | undefined;
}

/** A CSV file as text: chosen from the computer, or pasted. It can be corrected in place. */
export function CsvField({ value, onText, template, error }: CsvFieldProps) {
  const { t } = useCsvTexts();
  const input = useRef<HTMLInputElement>(null);
  const [fileProblem, setFileProblem] = useState<'tooLarge' | 'notText' | null>(null);
  const size = sizeText(limits.csv.maxBytes, currentLanguage());
  async function choose(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    const read = await readCsvFile(file);
    setFileProblem('problem' in read ? read.problem : null);
    if ('text' in read) onText(read.text);
  }
  const saveTemplate = () => saveBlob(csvBlob(csvText([template.heading, template.example])), template.fileName);
  return (
    <div className={classes.field}>
      <InputBase
        name="csv"
        component="textarea"
        multiline
        rows={6}
        label={t('lines')}
        description={t('hint', { columns: template.heading.join(', ') })}
        placeholder={[template.heading, template.example].map((line) => line.join(',')).join('\n')}
        classNames={{ input: classes.lines }}
        spellCheck={false}
        value={value}
        error={fileProblem === null ? error : t(fileProblem, { size })}
        onChange={(event) => {
          setFileProblem(null);
          onText(event.currentTarget.value);
        }}
      />
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconFileText size={16} aria-hidden />}
          onClick={() => input.current?.click()}
        >
          {t('choose')}
        </Button>
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconFileDownload size={16} aria-hidden />}
          onClick={saveTemplate}
        >
          {t('template')}
        </Button>
        <input
          ref={input}
          hidden
          type="file"
          aria-label={t('file')}
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            // The same file can be chosen again after it was corrected.
            currentTarget.value = '';
            void choose(file);
          }}
        />
      </Group>
    </div>
  );
}
