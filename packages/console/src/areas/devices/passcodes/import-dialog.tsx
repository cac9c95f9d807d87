import { importPasscodes, type OutputOf } from '@fairwatch/contract';
import { Text } from '@mantine/core';
import { useRef, useState, type SubmitEvent } from 'react';
import { textOfError } from '../../../core/api/api-error.ts';
import { useCall } from '../../../core/api/query.ts';
import { Dialog } from '../../../core/components/overlays/dialog.tsx';
import { CsvField } from '../../../core/csv/csv-field.tsx';
import { CsvProblems } from '../../../core/csv/csv-problems.tsx';
import { useCsvTexts } from '../../../core/csv/use-csv-texts.ts';
import { useUnsavedChanges } from '../../../core/forms/leave/use-unsaved-changes.ts';
import { refetchChanged } from '../../../shared/changes/refetch-changed.ts';
import { FormButtons } from '../../../core/forms/form-buttons.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { EnrolmentFields } from '../../../shared/enrolment/enrolment-fields.tsx';
import { emptyEnrolment, enrolmentOf } from '../../../shared/enrolment/enrolment-draft.ts';
import { startDraft, groundOf, problemsOf, type GroundDraft } from '../../../shared/enrolment/ground-draft.ts';
import { GroundFields } from '../../../shared/enrolment/ground-fields.tsx';
import { toast } from '../../../core/toast/toast.tsx';

const template = {
  fileName: 'passcodes-template.csv',
  heading: ['name', 'email', 'group', 'admin', 'hours'],
  example: ['Nora Berg', 'nora@example.org', '', '', '168'],
};

type Outcome = Pick<OutputOf<typeof importPasscodes>, 'problems' | 'problemCount'>;
const noProblems: Outcome = { problems: [], problemCount: 0 };

interface ImportDialogProps {
  close: () => void;
  onImported: (batchId: number) => void;
}

/** Makes a passcode for each person of a CSV file. The server takes all lines or none, and names those that it refuses. */
export function ImportDialog({ close, onImported }: ImportDialogProps) {
  const { t } = useTranslation('passcodes');
  const { t: csvText } = useCsvTexts();
  const [csv, setCsv] = useState('');
  const [start] = useState(startDraft);
  const [draft, setDraft] = useState(start);
  const [enrolment, setEnrolment] = useState(emptyEnrolment);
  const [isSubmitted, setSubmitted] = useState(false);
  const [outcome, setOutcome] = useState(noProblems);
  const { mutateAsync, isPending } = useCall(importPasscodes);
  const form = useRef<HTMLFormElement>(null);
  const dirty = csv !== '' || draft !== start || enrolment !== emptyEnrolment;
  const confirmAnd = useUnsavedChanges(dirty);
  const cancel = () => confirmAnd(close);
  const change = (part: Partial<GroundDraft>) => setDraft((before) => ({ ...before, ...part }));
  const isEmpty = csv.trim() === '';
  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    setSubmitted(true);
    const [first] = [...(isEmpty ? ['csv'] : []), ...problemsOf(draft)];
    if (first !== undefined) return form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    setOutcome(noProblems);
    try {
      const { data } = await mutateAsync({ csv, ground: groundOf(draft), ...enrolmentOf(enrolment) });
      setOutcome(data);
      if (data.batchId === null) return;
      toast.success(t('import.done', { count: data.created }));
      close();
      onImported(data.batchId);
      await refetchChanged('passcodes');
    } catch (error) {
      toast.error(textOfError(error));
    }
  }
  return (
    <Dialog title={t('import.title')} close={cancel} dirty={dirty} wide>
      <form ref={form} className="fw-form" noValidate onSubmit={(event) => void submit(event)}>
        <Text size="sm" c="dimmed">
          {t('import.hint')}
        </Text>
        <CsvField
          value={csv}
          onText={setCsv}
          template={template}
          error={isSubmitted && isEmpty ? csvText('missing') : undefined}
        />
        <CsvProblems {...outcome} />
        <GroundFields draft={draft} change={change} problems={isSubmitted ? problemsOf(draft) : []} />
        <EnrolmentFields draft={enrolment} change={setEnrolment} />
        <Text size="sm" c="dimmed">
          {t('import.defaults')}
        </Text>
        <FormButtons cancelLabel={t('cancel')} cancel={cancel} submitLabel={t('import.confirm')} saving={isPending} />
      </form>
    </Dialog>
  );
}
