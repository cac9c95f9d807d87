import '@mantine/core/styles/Input.layer.css';
import { limits } from '@fairwatch/contract';
import { Button, Group, InputBase, Stack } from '@mantine/core';
import { IconFileDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { limitText } from '../components/text/size-text.ts';
import { saveBlob } from '../content/save-as.ts';
import { FileButton } from '../forms/file-button.tsx';
import typedLines from '../forms/typed-lines.module.css';
import { currentLanguage } from '../i18n/i18n.ts';
import { csvBlob, csvText } from './csv-text.ts';
import { readCsvFile } from './read-csv-file.ts';
import { useCsvTexts } from './use-csv-texts.ts';
import { listText } from '../i18n/list-text.ts';

interface CsvFieldProps {
  value: string;
  onText: (text: string) => void;
  /** The heading and one line, which the template has and the hint explains. */
  template: { fileName: string; heading: readonly string[]; example: readonly string[] };
  /** What the lines must be; without it, that the first one names the columns of the template. */
  hint?: string;
  error: string | undefined;
}

/** A CSV file as text: chosen from the computer, or pasted. It can be corrected in place. */
export function CsvField({ value, onText, template, hint, error }: CsvFieldProps) {
  const { t } = useCsvTexts();
  const [fileProblem, setFileProblem] = useState<'tooLarge' | 'notText' | null>(null);
  const size = limitText(limits.csv.maxBytes, currentLanguage());
  async function choose(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    const read = await readCsvFile(file);
    setFileProblem('problem' in read ? read.problem : null);
    if ('text' in read) onText(read.text);
  }
  const saveTemplate = () => saveBlob(csvBlob(csvText([template.heading, template.example])), template.fileName);
  return (
    <Stack gap="xs">
      <InputBase
        name="csv"
        component="textarea"
        multiline
        rows={6}
        label={t('lines')}
        description={hint ?? t('hint', { columns: listText(template.heading) })}
        placeholder={[template.heading, template.example].map((line) => line.join(',')).join('\n')}
        classNames={{ input: typedLines.lines }}
        spellCheck={false}
        value={value}
        error={fileProblem === null ? error : t(fileProblem, { size })}
        onChange={(event) => {
          setFileProblem(null);
          onText(event.currentTarget.value);
        }}
      />
      <Group gap="xs">
        <FileButton
          size="xs"
          label={t('choose')}
          field={t('file')}
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          onFile={(file) => void choose(file)}
        />
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconFileDownload size={16} aria-hidden />}
          onClick={saveTemplate}
        >
          {t('template')}
        </Button>
      </Group>
    </Stack>
  );
}
