import { captures, type Capture } from '@fairwatch/contract';
import { Text, Title } from '@mantine/core';
import { lazy, Suspense, useRef, useState } from 'react';
import { useCall } from '../api/query.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { EmptyView } from '../components/empty-view.tsx';
import { ListPanel } from '../components/list-panel.tsx';
import { TableFooter } from '../components/table-footer.tsx';
import { NotSharedView } from '../device-feature/not-shared-view.tsx';
import { withheldBy } from '../device-feature/withheld.ts';
import { Opening } from '../shortcuts/opening.tsx';
import { readAgain } from '../socket/read-again.ts';
import { toastPromise } from '../toast/toast.tsx';
import { CaptureCard } from './capture-card.tsx';
import classes from './captures.module.css';
import { recorders } from './recorders.ts';
import { useCaptureTexts } from './use-capture-texts.ts';
import type { RecorderState } from './use-recorder.ts';

const LargePhoto = lazy(async () => ({ default: (await import('./large-photo.tsx')).LargePhoto }));

/** What a recorder has brought: to look at, to play, to save and to delete. */
export function CaptureList({ recorder }: { recorder: RecorderState }) {
  const { t } = useCaptureTexts();
  const { kind, list } = recorder;
  const [viewed, setViewed] = useState<Capture | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that was pressed goes with its card: the keyboard waits where the list begins.
  const deletion = useDeletion(recorder, () => heading.current?.focus());
  const label = t(`${kind}.results`);
  return (
    <>
      <ListPanel
        label={label}
        list={list}
        toolbar={
          <Title order={2} tabIndex={-1} ref={heading} className={classes.heading}>
            {label}
          </Title>
        }
        loading={<Skeletons kind={kind} />}
        empty={
          <EmptyView
            icon={recorders[kind].icon}
            title={t(`${kind}.empty`)}
            hint={t(`${kind}.emptyHint`)}
            refetch={list.refetch}
          />
        }
        failed={withheldBy(list.error) ? <NotSharedView error={list.error} refetch={list.refetch} /> : undefined}
        footer={<TableFooter compact label={label} list={list} />}
      >
        <ul className={classes.grid} data-kind={kind}>
          {list.rows.map((capture) => (
            <CaptureCard
              key={capture.id}
              capture={capture}
              recorder={recorder}
              onView={() => setViewed(capture)}
              onDelete={() => deletion.ask(capture)}
            />
          ))}
        </ul>
      </ListPanel>
      {viewed && (
        <Suspense fallback={<Opening />}>
          <LargePhoto capture={viewed} recorder={recorder} onClose={() => setViewed(null)} />
        </Suspense>
      )}
      <ConfirmDialog
        opened={deletion.asked !== null}
        title={t('delete.title')}
        confirm={t('delete.confirm')}
        cancel={t('delete.keep')}
        onCancel={deletion.keep}
        onConfirm={deletion.confirm}
      >
        <Text size="sm">{t('delete.question')}</Text>
      </ConfirmDialog>
    </>
  );
}

function useDeletion({ kind, deviceId }: RecorderState, onDeleted: () => void) {
  const { mutateAsync } = useCall(captures[kind].remove);
  const [asked, setAsked] = useState<Capture | null>(null);
  const remove = async ({ id }: Capture) => {
    await toastPromise(mutateAsync({ deviceId, captureId: id })).catch(() => undefined);
    await readAgain('captures', deviceId);
    onDeleted();
  };
  return {
    asked,
    ask: setAsked,
    keep: () => setAsked(null),
    confirm: () => {
      if (asked) void remove(asked);
      setAsked(null);
    },
  };
}

function Skeletons({ kind }: Pick<RecorderState, 'kind'>) {
  return (
    <div className={classes.grid} data-kind={kind} aria-busy aria-hidden>
      {Array.from({ length: 4 }, (_, place) => (
        <span key={place} className={classes.blank} />
      ))}
    </div>
  );
}
