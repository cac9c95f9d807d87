import { groupList, importPasscodes, type CsvProblem, type OutputOf } from '@fairwatch/contract';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type SubmitEvent } from 'react';
import { textOfError } from '../../../../core/api/api-error.ts';
import { query, useCall } from '../../../../core/api/query.ts';
import { useCan } from '../../../../core/components/can.tsx';
import { Dialog } from '../../../../core/components/overlays/dialog.tsx';
import { CsvField } from '../../../../core/csv/csv-field.tsx';
import { CsvProblems } from '../../../../core/csv/csv-problems.tsx';
import { useCsvTexts } from '../../../../core/csv/use-csv-texts.ts';
import { useUnsavedChanges } from '../../../../core/forms/leave/use-unsaved-changes.ts';
import { FormButtons } from '../../../../core/forms/form-buttons.tsx';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { toast } from '../../../../core/toast/toast.tsx';
import { refetchChanged } from '../../../../shared/changes/refetch-changed.ts';
import { askedProblems, emptyAsked } from '../../../../shared/enrolment/asked-draft.ts';
import { AskedFields } from '../../../../shared/enrolment/asked-fields.tsx';
import { EnrolmentFields } from '../../../../shared/enrolment/enrolment-fields.tsx';
import { emptyEnrolment, enrolmentOf } from '../../../../shared/enrolment/enrolment-draft.ts';
import {
  groundOf,
  problemsOf,
  startDraft,
  usualReview,
  type GroundDraft,
} from '../../../../shared/enrolment/ground-draft.ts';
import { GroundFields } from '../../../../shared/enrolment/ground-fields.tsx';
import { unknownGroups } from './import-columns.ts';
import { ImportColumns, ImportPreview, NewGroups } from './import-preview.tsx';
import { useImportFile } from './use-import-file.ts';
import { listText } from '../../../../core/i18n/list-text.ts';

const template = {
  fileName: 'passcodes-template.csv',
  heading: ['name', 'email', 'group', 'admin', 'hours', 'guardian', 'guardianEmail'],
  example: ['Nora Berg', 'nora@example.org', '', '', '168', '', ''],
};

type Outcome = OutputOf<typeof importPasscodes>;

interface ImportDialogProps {
  close: () => void;
  onImported: (batchId: number) => void;
}

/**
 * Makes a passcode for each person of a CSV file, whatever its columns are called. The server takes all lines or none, and names those that
 * it refuses.
 */
export function ImportDialog({ close, onImported }: ImportDialogProps) {
  const { t } = useTranslation('passcodes');
  const { t: csvText } = useCsvTexts();
  const { file, read, setText, setHeadings, setField } = useImportFile(({ isOpen }) =>
    t(isOpen ? 'import.openQuotes' : 'import.wrongFields'),
  );
  const [start] = useState(startDraft);
  const [draft, setDraft] = useState(start);
  const [enrolment, setEnrolment] = useState(emptyEnrolment);
  const [asked, setAsked] = useState(emptyAsked);
  const [createGroups, setCreateGroups] = useState(false);
  const [isSubmitted, setSubmitted] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { mutateAsync, isPending } = useCall(importPasscodes);
  const form = useRef<HTMLFormElement>(null);
  const dirty = file.text !== '' || draft !== start || enrolment !== emptyEnrolment || asked !== emptyAsked;
  const confirmAnd = useUnsavedChanges(dirty);
  const cancel = () => confirmAnd(close);
  const newGroups = useNewGroups(read.rows);
  const hasGuardians = file.mapping.includes('guardian');
  const signsByLink = file.mapping.includes('guardianEmail');
  const isEmpty = file.text.trim() === '';
  const problems = useProblems(draft, hasGuardians);

  /** Any change makes what the server said about the lines before it worthless. */
  const changed =
    <Args extends unknown[]>(change: (...args: Args) => unknown) =>
    (...args: Args): void => {
      setOutcome(null);
      change(...args);
    };
  const change = changed((part: Partial<GroundDraft>) => setDraft((before) => ({ ...before, ...part })));
  const takeText = changed((text: string) => {
    const { mapping } = setText(text);
    // A file with guardians is about minors, who have a day on which it is reviewed.
    if (!mapping.includes('guardian')) return;
    setDraft((before) =>
      before.minor ? before : { ...before, minor: true, reviewOn: before.reviewOn || usualReview() },
    );
  });

  async function send(isTrial: boolean): Promise<void> {
    setSubmitted(true);
    const [first] = [
      ...(isEmpty ? ['csv'] : []),
      ...(read.hasName ? [] : ['hasHeadings']),
      ...problems,
      ...askedProblems(asked),
    ];
    if (first !== undefined) return form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    if (read.problems.length > 0) return;
    setOutcome(null);
    try {
      const { data } = await mutateAsync({
        csv: read.csv,
        ground: { ...groundOf(draft), guardian: draft.minor ? draft.guardian.trim() || null : null },
        createGroups: createGroups && newGroups.length > 0,
        isTrial,
        asked: [...asked],
        ...enrolmentOf(enrolment),
      });
      setOutcome(data);
      if (data.batchId === null) return;
      toast.success([t('import.done', { count: data.created }), ...mailedWords(data)].join(' '));
      close();
      onImported(data.batchId);
      await refetchChanged('passcodes');
    } catch (error) {
      toast.error(textOfError(error));
    }
  }
  const mailedWords = ({ guardians, guardiansMailed }: Outcome): string[] =>
    guardians === 0 ? [] : [t('import.mailed', { count: guardiansMailed, all: guardians })];
  // The server counts the lines of what it was sent, which has a heading and no empty lines.
  const lineProblems: readonly CsvProblem[] = [
    ...read.problems,
    ...(outcome?.problems ?? []).map(({ line, problem }) => ({ line: read.rows[line - 2]?.line ?? line, problem })),
  ];
  const problemCount = read.problems.length + (outcome?.problemCount ?? 0);
  return (
    <Dialog title={t('import.title')} close={cancel} dirty={dirty} wide>
      <form
        ref={form}
        className="fw-form"
        noValidate
        onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
          event.preventDefault();
          void send(false);
        }}
      >
        <Text size="sm" c="dimmed">
          {t('import.hint')}
        </Text>
        <CsvField
          value={file.text}
          onText={takeText}
          template={template}
          hint={t('import.columns.hint')}
          error={isSubmitted && isEmpty ? csvText('missing') : undefined}
        />
        <ImportColumns
          file={file}
          read={read}
          setHeadings={changed(setHeadings)}
          setField={changed(setField)}
          nameMissing={isSubmitted && !read.hasName}
        />
        <NewGroups names={newGroups} checked={createGroups} onChange={changed(setCreateGroups)} />
        <ImportPreview read={read} problems={lineProblems} />
        <CsvProblems problems={lineProblems} problemCount={problemCount} />
        <Checked outcome={outcome} />
        <GroundFields
          draft={draft}
          change={change}
          problems={isSubmitted ? problems : []}
          guardianHint={hasGuardians ? t('import.guardianHint') : undefined}
        />
        <AskedFields draft={asked} change={changed(setAsked)} isSubmitted={isSubmitted} />
        <EnrolmentFields draft={enrolment} change={changed(setEnrolment)} guarded={signsByLink ? 'some' : 'none'} />
        <Text size="sm" c="dimmed">
          {t('import.defaults')}
        </Text>
        <Group justify="space-between" gap="xs">
          <Button variant="subtle" disabled={isPending} onClick={() => void send(true)}>
            {t('import.check')}
          </Button>
          <FormButtons cancelLabel={t('cancel')} cancel={cancel} submitLabel={t('import.confirm')} saving={isPending} />
        </Group>
      </form>
    </Dialog>
  );
}

/** What the server says of a file that it would take. */
function Checked({ outcome }: { outcome: Outcome | null }) {
  const { t } = useTranslation('passcodes');
  const isGood = outcome !== null && outcome.problemCount === 0 && outcome.batchId === null;
  return (
    <output className="fw-strong">
      {isGood &&
        [
          t('import.good', { count: outcome.people }),
          ...(outcome.newGroups.length === 0
            ? []
            : [t('import.goodGroups', { count: outcome.newGroups.length, names: listText(outcome.newGroups) })]),
          ...(outcome.guardians === 0 ? [] : [t('import.goodGuardians', { count: outcome.guardians })]),
        ].join(' ')}
    </output>
  );
}

/** The groups of the file that the admin does not have. */
function useNewGroups(rows: Parameters<typeof unknownGroups>[0]): string[] {
  const enabled = useCan(groupList);
  const groups = useQuery({ ...query(groupList, {}), enabled }).data?.data;
  if (groups === undefined) return [];
  return unknownGroups(
    rows,
    groups.filter(({ rule }) => rule === null).map(({ name }) => name),
  );
}

/** The problems of the ground; with a column of guardians each line names its own. */
function useProblems(draft: GroundDraft, hasGuardians: boolean) {
  return problemsOf(draft).filter((field) => !(hasGuardians && field === 'guardian'));
}
