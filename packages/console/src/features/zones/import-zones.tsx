import { importZones, limits, type OutputOf } from '@fairwatch/contract';
import { Button, Group } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useRef, useState, type SubmitEvent } from 'react';
import { textOfError } from '../../core/api/api-error.ts';
import { useCall } from '../../core/api/query.ts';
import { refetchChanged } from '../../core/changes/refetch-changed.ts';
import { Dialog } from '../../core/components/overlays/dialog.tsx';
import { sizeText } from '../../core/components/text/size-text.ts';
import { Problem } from '../../core/forms/problem.tsx';
import { useUnsavedChanges } from '../../core/forms/use-unsaved-changes.ts';
import { currentLanguage } from '../../core/i18n/i18n.ts';
import { useTranslation } from '../../core/i18n/use-translation.ts';
import { toast } from '../../core/toast/toast.tsx';
import { targetDraftOf, targetOfDraft } from '../../core/watch-targets/target-draft.ts';
import { TargetFields } from '../../core/watch-targets/target-fields.tsx';
import classes from './zones.module.css';

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
    setProblem(isTooLarge ? t('file.tooLarge', { size: sizeText(importMaxBytes, currentLanguage()) }) : undefined);
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
      <form className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
        <p className={classes.hint}>{t('file.hint')}</p>
        <FileField name={file?.name} onFile={(chosen) => void choose(chosen)} />
        <TargetFields draft={target} tried={tried} onChange={setTarget} />
        <Problem text={problem} />
        {outcome && <Problems {...outcome} />}
        <Group gap="xs" justify="flex-end">
          <Button variant="default" onClick={() => confirmLeave(close)}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {t('file.confirm')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}

function FileField({ name, onFile }: { name: string | undefined; onFile: (file: File | undefined) => void }) {
  const { t } = useTranslation('zones');
  const input = useRef<HTMLInputElement>(null);
  return (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconFileText size={16} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {t('file.choose')}
      </Button>
      {name !== undefined && <span className={classes.hint}>{name}</span>}
      <input
        ref={input}
        hidden
        type="file"
        aria-label={t('file.field')}
        accept=".geojson,.json,application/geo+json,application/json"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // The same file can be chosen again after it was corrected.
          currentTarget.value = '';
          onFile(file);
        }}
      />
    </Group>
  );
}

function Problems({ problems, moreProblems }: Outcome) {
  const { t } = useTranslation('zones');
  return (
    <section className={classes.problems} role="alert">
      <p>
        {t('file.problems', { count: problems.length + moreProblems })}
        {moreProblems > 0 && ` ${t('file.listed', { count: problems.length })}`}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll it */}
      <div className={classes.scroll} tabIndex={0}>
        <table aria-label={t('file.problem')}>
          <thead>
            <tr>
              <th scope="col">{t('file.feature')}</th>
              <th scope="col">{t('file.name')}</th>
              <th scope="col">{t('file.problem')}</th>
            </tr>
          </thead>
          <tbody>
            {problems.map(({ feature, name, problem }) => (
              <tr key={feature}>
                <td>{feature}</td>
                <td>{name === '' ? '–' : name}</td>
                <td>{problem}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
