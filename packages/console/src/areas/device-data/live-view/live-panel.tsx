import { startLiveView, stopLiveView, watchLiveView } from '@fairwatch/contract';
import { Button, Group, Title } from '@mantine/core';
import { IconBroadcast } from '@tabler/icons-react';
import { lazy, Suspense, useId } from 'react';
import { ReasonButton } from '../../../core/components/buttons/reason-button.tsx';
import { Can } from '../../../core/components/can.tsx';
import { useUrlSearch } from '../../../core/components/filters/use-list-search.ts';
import { Refusal } from '../../../core/components/page/refusal.tsx';
import { loadWhenOnline } from '../../../core/connection/load-when-online.ts';
import type { RecorderState } from '../../../shared/recorder/use-recorder.ts';
import { LiveForm } from './live-form.tsx';
import classes from './live-panel.module.css';
import { LiveStatus } from './live-status.tsx';
import { useLiveView, type LiveViewState } from './use-live-view.ts';
import { useLiveViewTexts } from './use-live-view-texts.ts';

// Decoders and sound are loaded by whoever watches.
const LiveStage = lazy(async () => ({ default: (await loadWhenOnline(() => import('./live-stage.tsx'))).LiveStage }));

/** The live view of a device on the page of a recorder. */
export function LivePanel({ recorder }: { recorder: RecorderState }) {
  const live = useLiveView(recorder);
  return <LiveParts live={live} kind={recorder.kind} />;
}

/** Draws a live view: the button that asks for one, where it is, and the picture. */
export function LiveParts({ live, kind }: { live: LiveViewState; kind: RecorderState['kind'] }) {
  const { t } = useLiveViewTexts();
  const titleId = useId();
  const formId = useId();
  const { raw, patch } = useUrlSearch();
  const { running, request, joined, refusal } = live;
  const isIdle = running === null && request === null;
  // In the URL, so that a link can lead to the form.
  const isOpen = isIdle && raw['live'] === 'open';
  const toggle = () => patch({ live: isOpen ? undefined : 'open' });
  return (
    <section className={`fw-panel ${classes.panel}`} aria-labelledby={titleId} data-running={!isIdle || undefined}>
      <div className={classes.head}>
        <div className="fw-grow">
          <Title order={2} id={titleId} className="fw-inline">
            {running !== null && <span className={classes.dot} aria-hidden />}
            {t('title')}
          </Title>
          {isIdle && <p className="fw-note">{t('about')}</p>}
          <LiveStatus live={live} />
        </div>
        {isIdle && (
          <Can use={startLiveView}>
            <ReasonButton
              variant={isOpen ? 'default' : 'filled'}
              leftSection={<IconBroadcast size={16} aria-hidden />}
              reason={live.reason}
              aria-expanded={isOpen}
              aria-controls={formId}
              onClick={toggle}
            >
              {t('open')}
            </ReasonButton>
          </Can>
        )}
        {running !== null && !joined && <Beside live={live} />}
      </div>
      {refusal !== null && (
        <Can use={startLiveView}>
          <div className={classes.refusal}>
            <Refusal words={refusal} />
          </div>
        </Can>
      )}
      <Can use={startLiveView}>
        <div id={formId}>{isOpen && <LiveForm live={live} close={() => patch({ live: undefined })} />}</div>
      </Can>
      {running !== null && joined && (
        <Suspense fallback={<div className={classes.fallback} aria-busy />}>
          <LiveStage key={running.id} live={live} session={running} kind={kind} />
        </Suspense>
      )}
    </section>
  );
}

/** The buttons of a live view that this admin does not watch. */
function Beside({ live: { join, stop, stopping } }: { live: LiveViewState }) {
  const { t } = useLiveViewTexts();
  return (
    <Group gap="xs">
      <Can use={watchLiveView}>
        <Button leftSection={<IconBroadcast size={16} aria-hidden />} onClick={join}>
          {t('join')}
        </Button>
      </Can>
      <Can use={stopLiveView}>
        <Button variant="default" loading={stopping} onClick={stop}>
          {t('stop')}
        </Button>
      </Can>
    </Group>
  );
}
