import { nonFinalCommands, type Command, type DeviceStatus, type Run } from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { Button, CloseButton } from '@mantine/core';
import { query } from '../../../../core/api/query.ts';
import { uploads } from '../uploads/uploads.ts';
import { fileRuns, type FileProblem, type FileRun } from './file-runs.ts';
import { UploadPanel } from './upload-panel.tsx';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { RunLink } from '../../../../shared/run-progress/run-link.tsx';
import { openPercentOf, runProgress } from '../../../../shared/run-progress/run-progress.ts';
import classes from './transfers.module.css';
import { waitingText } from './waiting-text.ts';
import { useDeviceRuns } from '../../../../shared/run-progress/use-device-runs.ts';

interface TransfersProps {
  deviceId: number;
  /** Undefined while the device is being loaded. */
  status: DeviceStatus | undefined;
}

/** The running work on files of a device, and the uploads of this tab. */
export function Transfers({ deviceId, status }: TransfersProps) {
  const bundles = useSyncExternalStore(uploads.store.subscribe, uploads.store.get);
  const problems = useSyncExternalStore(fileRuns.problems.subscribe, fileRuns.problems.get);
  const open = useQuery(query(nonFinalCommands, { deviceId })).data?.data[0] ?? null;
  const isOwn = (each: { deviceId: number }) => each.deviceId === deviceId;
  const ownBundles = bundles.filter(isOwn);
  return (
    <>
      <FileRunBar
        deviceId={deviceId}
        runs={useFileRuns(deviceId)}
        problems={problems.filter(isOwn)}
        open={open}
        status={status}
      />
      {ownBundles.length > 0 && <UploadPanel deviceId={deviceId} bundles={ownBundles} open={open} status={status} />}
    </>
  );
}

interface FileRunBarProps {
  deviceId: number;
  runs: readonly ShownRun[];
  problems: readonly FileProblem[];
  /** The open command of the device. */
  open: Command | null;
  /** Undefined while the device is being loaded. */
  status: DeviceStatus | undefined;
}

/** Lists the transfers of a device's files that are under way, and those that failed with the reason. */
function FileRunBar({ deviceId, runs, problems, open, status }: FileRunBarProps) {
  const { t } = useTranslation('files');
  if (runs.length === 0 && problems.length === 0) return null;
  return (
    <section className={`fw-panel ${classes.panel}`} aria-label={t('jobs.label')}>
      {runs.map((shown) => (
        <Running key={shown.run.id} shown={shown} open={open} status={status} />
      ))}
      {problems.length > 0 && (
        <div className={classes.bar}>
          <ul role="alert" className="fw-grow" data-tone="bad">
            {problems.map(({ id, runId, text }) => (
              <li key={id}>
                {text} <RunLink runId={runId} />
              </li>
            ))}
          </ul>
          <CloseButton aria-label={t('jobs.dismiss')} onClick={() => fileRuns.dismissProblems(deviceId)} />
        </div>
      )}
    </section>
  );
}

function Running({ shown, open, status }: Pick<FileRunBarProps, 'open' | 'status'> & { shown: ShownRun }) {
  const { t } = useTranslation('files');
  const { run, saving } = shown;
  const openPercent = openPercentOf(run, open);
  const percent = saving?.percent ?? runProgress(run.counts, openPercent).percent;
  const isBusyElsewhere = run.counts.OPEN === 0 && open !== null && open.runId !== run.id;
  return (
    <div className={classes.bar}>
      <div className={classes.words}>
        <output className="fw-strong">{run.title}</output>
        <span className="fw-note fw-figures">
          {stageText()} <RunLink runId={run.id} />
        </span>
      </div>
      {percent > 0 && (
        <progress
          className={classes.progress}
          value={percent}
          max={100}
          aria-label={t(saving ? 'jobs.stage.browser' : 'jobs.stage.device')}
        />
      )}
      {(run.mine || saving !== null) && (
        <Button variant="default" size="xs" onClick={() => fileRuns.stop(run.id)}>
          {t('jobs.stop')}
        </Button>
      )}
    </div>
  );

  function stageText(): string {
    if (saving !== null) return t('jobs.saving', { ...saving });
    if (isBusyElsewhere) return t('jobs.stage.busy');
    if (percent === 0) return t(waitingText(status));
    return t('jobs.stagePercent', { words: t('jobs.stage.device'), percent });
  }
}

/** A run about files on screen: started in this tab, or before in another one. */
type ShownRun = Pick<FileRun, 'run' | 'saving'>;

const fileActions: readonly Run['action'][] = ['SEND_FILES', 'DELETE_FILES', 'RENAME_FILES'];

/** The runs about files of a device. Deliveries are left out: their progress is shown with the uploads, and in the header. */
function useFileRuns(deviceId: number): readonly ShownRun[] {
  const active = useSyncExternalStore(fileRuns.active.subscribe, fileRuns.active.get);
  const own = active.filter((each) => each.deviceId === deviceId);
  const others = useDeviceRuns(deviceId).filter(
    ({ id, action }) => fileActions.includes(action) && !active.some(({ run }) => run.id === id),
  );
  return [...own, ...others.map((run) => ({ run, saving: null }))];
}
