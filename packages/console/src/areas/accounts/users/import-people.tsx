import { importPeople, type OutputOf } from '@fairwatch/contract';
import { Text } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { textOfError } from '../../../core/api/api-error.ts';
import { useCall } from '../../../core/api/query.ts';
import { Dialog } from '../../../core/components/overlays/dialog.tsx';
import { refetchChanged } from '../../../shared/changes/refetch-changed.ts';
import { CsvField } from '../../../core/csv/csv-field.tsx';
import { CsvProblems } from '../../../core/csv/csv-problems.tsx';
import { useCsvTexts } from '../../../core/csv/use-csv-texts.ts';
import { useUnsavedChanges } from '../../../core/forms/leave/use-unsaved-changes.ts';
import { FormButtons } from '../../../core/forms/form-buttons.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { toast } from '../../../core/toast/toast.tsx';
import { peopleColumns } from './people-csv.ts';

const template = {
  fileName: 'people-template.csv',
  heading: peopleColumns,
  example: ['nora', 'Nora Berg', 'nora@example.org', '', 'USER'],
};

type Outcome = Pick<OutputOf<typeof importPeople>, 'problems' | 'problemCount'>;
const noProblems: Outcome = { problems: [], problemCount: 0 };

/** Imports people from a CSV file. The server takes all lines or none, and names those that it refuses. */
export function ImportPeople({ close }: { close: () => void }) {
  const { t } = useTranslation('users');
  const { t: csvText } = useCsvTexts();
  const [csv, setCsv] = useState('');
  const [missing, setMissing] = useState(false);
  const [outcome, setOutcome] = useState(noProblems);
  const { mutateAsync, isPending } = useCall(importPeople);
  const dirty = csv !== '';
  const confirmAnd = useUnsavedChanges(dirty);
  const cancel = () => confirmAnd(close);
  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (csv.trim() === '') return setMissing(true);
    setOutcome(noProblems);
    try {
      const { data } = await mutateAsync({ csv });
      setOutcome(data);
      if (data.problemCount > 0) return;
      toast.success(t('csv.imported', { created: data.created, changed: data.changed }));
      close();
      await refetchChanged('users');
    } catch (error) {
      toast.error(textOfError(error));
    }
  }
  return (
    <Dialog title={t('csv.title')} close={cancel} dirty={dirty} wide>
      <form className="fw-form" noValidate onSubmit={(event) => void submit(event)}>
        <Text c="dimmed">{t('csv.hint')}</Text>
        <CsvField
          value={csv}
          onText={(text) => {
            setCsv(text);
            setMissing(false);
          }}
          template={template}
          error={missing ? csvText('missing') : undefined}
        />
        <CsvProblems {...outcome} />
        <FormButtons cancelLabel={t('csv.cancel')} cancel={cancel} submitLabel={t('csv.confirm')} saving={isPending} />
      </form>
    </Dialog>
  );
}
