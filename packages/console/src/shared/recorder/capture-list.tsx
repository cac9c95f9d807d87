import '@mantine/core/styles/Skeleton.layer.css';
import { captures, type Capture } from '@fairwatch/contract';
import { Skeleton, Text, Title } from '@mantine/core';
import { lazy, Suspense, useRef, useState } from 'react';
import { useCall } from '../../core/api/query.ts';
import { ConfirmDialog } from '../../core/components/overlays/confirm-dialog.tsx';
import { EmptyView } from '../../core/components/page/empty-view.tsx';
import { ListPanel } from '../../core/components/table/list-panel.tsx';
import { TableFooter } from '../../core/components/table/table-footer.tsx';
import { NotSharedView } from '../device-feature/consent/not-shared-view.tsx';
import { withheldBy } from '../device-feature/consent/withheld.ts';
import { Opening } from '../../core/shortcuts/opening.tsx';
import { refetchChanged } from '../changes/refetch-changed.ts';
import { toastPromise } from '../../core/toast/toast.tsx';
import { CaptureCard } from './capture-card.tsx';
import classes from './captures.module.css';
import { recorders } from './recorders.ts';
import { useCaptureTexts } from './use-capture-texts.ts';
import type { RecorderState } from './use-recorder.ts';

const LargePhoto = lazy(async () => ({ default: (await import('./large-photo.tsx')).LargePhoto }));

/** The captures of a recorder, each with a player and buttons to save and delete it. */
export function CaptureList({ recorder }: { recorder: RecorderState }) {
  const { t } = useCaptureTexts();
  const { kind, list } = recorder;
  const [viewed, setViewed] = useState<Capture | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button disappears with its card, so focus moves to the heading of the list.
  const deletion = useDeletion(recorder, () => heading.current?.focus());
  const label = t(`${kind}.results`);
  return (
    <>
      <ListPanel
        label={label}
        list={list}
        toolbar={
          <Title order={2} tabIndex={-1} ref={heading} style={{ outline: 'none' }}>
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
        opened={deletion.candidate !== null}
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
  const [candidate, setCandidate] = useState<Capture | null>(null);
  const remove = async ({ id }: Capture) => {
    await toastPromise(mutateAsync({ deviceId, captureId: id })).catch(() => undefined);
    await refetchChanged('captures', deviceId);
    onDeleted();
  };
  return {
    candidate,
    ask: setCandidate,
    keep: () => setCandidate(null),
    confirm: () => {
      if (candidate) void remove(candidate);
      setCandidate(null);
    },
  };
}

function Skeletons({ kind }: Pick<RecorderState, 'kind'>) {
  return (
    <div className={classes.grid} data-kind={kind} aria-busy aria-hidden>
      {Array.from({ length: 4 }, (_, place) => (
        <Skeleton key={place} height={kind === 'VOICE' || kind === 'CALL' ? 120 : 230} />
      ))}
    </div>
  );
}
