import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { createGroup, type CsvProblem } from '@fairwatch/contract';
import { NativeSelect } from '@mantine/core';
import { useCan } from '../../../../core/components/can.tsx';
import { Box } from '../../../../core/forms/boxes.tsx';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { importFields, type ImportField } from './import-columns.ts';
import classes from './import.module.css';
import type { ImportFile, ReadFile } from './use-import-file.ts';
import { listText } from '../../../../core/i18n/list-text.ts';

interface ColumnsProps {
  file: ImportFile;
  read: ReadFile;
  setHeadings: (hasHeadings: boolean) => void;
  setField: (place: number, field: ImportField | null) => void;
  /** Nothing says who the people are. */
  nameMissing: boolean;
}

/** What each column of the file is: proposed from its heading, and chosen by hand. */
export function ImportColumns({ file, read, setHeadings, setField, nameMissing }: ColumnsProps) {
  const { t } = useTranslation('passcodes');
  if (read.columns.length === 0) return null;
  const options = [
    { value: '', label: t('import.field.none') },
    ...importFields.map((value) => ({ value, label: t(`import.field.${value}`) })),
  ];
  return (
    <fieldset className={classes.part}>
      <legend>{t('import.columns.title')}</legend>
      <Box
        name="hasHeadings"
        label={t('import.columns.hasHeadings')}
        checked={file.hasHeadings}
        onChange={setHeadings}
      />
      <div className={classes.columns}>
        {read.columns.map(({ heading, example }, place) => (
          <NativeSelect
            // oxlint-disable-next-line react/no-array-index-key -- a column is its place
            key={place}
            size="sm"
            label={heading === '' ? t('import.columns.number', { number: place + 1 }) : heading}
            description={example === '' ? t('import.columns.empty') : example}
            data={options}
            value={file.mapping[place] ?? ''}
            onChange={({ currentTarget }) => setField(place, (currentTarget.value || null) as ImportField | null)}
          />
        ))}
      </div>
      {nameMissing && (
        <p role="alert" className={classes.problem}>
          {t('import.columns.nameMissing')}
        </p>
      )}
    </fieldset>
  );
}

interface PreviewProps {
  read: ReadFile;
  problems: readonly CsvProblem[];
}

const shown = ['name', 'email', 'group', 'guardian', 'guardianEmail', 'admin', 'hours'] as const;

/** Every line as it would be imported, with what is wrong with it. */
export function ImportPreview({ read: { rows }, problems }: PreviewProps) {
  const { t } = useTranslation('passcodes');
  if (rows.length === 0) return null;
  const columns = shown.filter((column) => rows.some(({ values }) => values[column] !== ''));
  const problemOf = new Map(problems.map(({ line, problem }) => [line, problem]));
  return (
    <fieldset className={classes.part}>
      <legend>{t('import.preview', { count: rows.length })}</legend>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll it */}
      <div className={classes.scroll} tabIndex={0}>
        <table aria-label={t('import.previewTable')}>
          <thead>
            <tr>
              <th scope="col">{t('import.line')}</th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {t(`import.field.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ line, values }) => (
              <tr key={line} data-wrong={problemOf.has(line) || undefined} title={problemOf.get(line)}>
                <td>{line}</td>
                {columns.map((column) => (
                  <td key={column}>{values[column]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </fieldset>
  );
}

interface NewGroupsProps {
  names: readonly string[];
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** The groups of the file that do not exist, which are made if that is ticked. */
export function NewGroups({ names, checked, onChange }: NewGroupsProps) {
  const { t } = useTranslation('passcodes');
  const mayMake = useCan(createGroup);
  if (names.length === 0) return null;
  const values = { count: names.length, names: listText(names) };
  if (!mayMake) return <p className="fw-note">{t('import.groups.notAllowed', values)}</p>;
  return <Box name="createGroups" label={t('import.groups.make', values)} checked={checked} onChange={onChange} />;
}
