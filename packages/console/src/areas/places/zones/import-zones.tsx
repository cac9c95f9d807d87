import { importZones, limits, type OutputOf } from '@fairwatch/contract';
import { Group } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { textOfError } from '../../../core/api/api-error.ts';
import { useCall } from '../../../core/api/query.ts';
import { refetchChanged } from '../../../shared/changes/refetch-changed.ts';
import { Dialog } from '../../../core/components/overlays/dialog.tsx';
import { limitText } from '../../../core/components/text/size-text.ts';
import { FileButton } from '../../../core/forms/file-button.tsx';
import { FormButtons } from '../../../core/forms/form-buttons.tsx';
import { Problem } from '../../../core/forms/problem.tsx';
import { ProblemTable } from '../../../core/forms/problem-table.tsx';
import { useUnsavedChanges } from '../../../core/forms/leave/use-unsaved-changes.ts';
import { currentLanguage } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { toast } from '../../../core/toast/toast.tsx';
import parts from '../../../core/forms/form-parts.module.css';
import { targetDraftOf, targetOfDraft } from '../../../shared/watch-targets/target-draft.ts';
import { TargetFields } from '../../../shared/watch-targets/target-fields.tsx';

type Outcome = OutputOf<typeof importZones>;

/** Imports zones from a GeoJSON file. The server takes all features or none, and names those that it refuses. */
export function ImportZones({ close }: { close: () => void }) {
  const { t } = useTranslation('zones');
  const [file, setFile] = useState<{ name: string; text: string } | null>(null);
  const [target, setTarget] = useState(() => targetDraftOf(null));
  const [problem, setProblem] = useState<string>();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [tried, setTried] = useState(false);
  const { mutateAsync, isPending } = useCall(importZones);
  const dirty = file !== null;
  const confirmLeave = useUnsavedChanges(dirty);

  async function choose(chosen: File | undefined): Promise<void> {
    if (chosen === undefined) return;
    const { importMaxBytes } = limits.zone;
    const isTooLarge = chosen.size > importMaxBytes;
    setOutcome(null);
    setProblem(isTooLarge ? t('file.tooLarge', { size: limitText(importMaxBytes, currentLanguage()) }) : undefined);
    setFile(isTooLarge ? null : { name: chosen.name, text: await chosen.text() });
  }

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    setTried(true);
    const wanted = targetOfDraft(target);
    if (file === null || file.text === '') return setProblem(t('file.missing'));
    if (wanted === null) return;
    setOutcome(null);
    setProblem(undefined);
    try {
      const { data } = await mutateAsync({ geojson: file.text, target: wanted });
      if (data.problems.length > 0) return setOutcome(data);
      toast.success(t('file.imported', { count: data.imported }));
      close();
      await refetchChanged('zones');
    } catch (error) {
      setProblem(textOfError(error));
    }
  }

  return (
    <Dialog title={t('file.title')} close={() => confirmLeave(close)} dirty={dirty} wide>
      <form className={parts.form} noValidate onSubmit={(event) => void submit(event)}>
        <small>{t('file.hint')}</small>
        <Group gap="xs">
          <FileButton
            label={t('file.choose')}
            field={t('file.field')}
            accept=".geojson,.json,application/geo+json,application/json"
            onFile={(chosen) => void choose(chosen)}
          />
          {file !== null && <small>{file.name}</small>}
        </Group>
        <TargetFields of="zone" draft={target} tried={tried} onChange={setTarget} />
        <Problem text={problem} />
        {outcome && <Problems {...outcome} />}
        <FormButtons
          cancelLabel={t('cancel')}
          cancel={() => confirmLeave(close)}
          submitLabel={t('file.confirm')}
          saving={isPending}
        />
      </form>
    </Dialog>
  );
}

function Problems({ problems, moreProblems }: Outcome) {
  const { t } = useTranslation('zones');
  const counted = t('file.problems', { count: problems.length + moreProblems });
  const listed = t('file.listed', { count: problems.length });
  return (
    <ProblemTable
      summary={moreProblems > 0 ? `${counted} ${listed}` : counted}
      label={t('file.problem')}
      columns={[t('file.feature'), t('file.name'), t('file.problem')]}
      rows={problems.map(({ feature, name, problem }) => [feature, name === '' ? '–' : name, problem])}
    />
  );
}
