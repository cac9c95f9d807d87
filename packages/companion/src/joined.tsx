import { lazy, Suspense } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { useLive } from './core/live/companion-context.ts';
import { coversScreen, showsNotesInBar } from './core/live-view/live-view-places.ts';
import { Loading } from './core/shell/loading.tsx';
import { Shell } from './core/shell/shell.tsx';
// Imported statically: the page must be shown after leaving without a connection, too.
import { EndedView } from './features/leave/ended.view.tsx';
import { LeavingView } from './features/leave/leaving.view.tsx';
import { navItems, pages } from './pages.tsx';

const CaptureView = lazy(() =>
  import('./features/capture/capture.view.tsx').then((file) => ({ default: file.CaptureView })),
);
const LiveViewView = lazy(() =>
  import('./features/live-view/live-view.view.tsx').then((file) => ({ default: file.LiveViewView })),
);
const AlreadyJoinedView = lazy(() =>
  import('./features/join/already-joined.view.tsx').then((file) => ({ default: file.AlreadyJoinedView })),
);

/** The app of a joined browser: its pages, a capture over them, or the page after the end. */
export function Joined({ onForget }: { onForget: () => Promise<void> }) {
  const hasGuardian = useLive((live) => live.ground.guardian !== null);
  // All texts are other ones then.
  return <Pages key={String(hasGuardian)} onForget={onForget} />;
}

function Pages({ onForget }: { onForget: () => Promise<void> }) {
  const ended = useLive((live) => live.ended);
  const capturing = useLive(
    (state) => state.capture !== null || (state.captureNotes.length > 0 && !showsNotesInBar(state)),
  );
  const isLiveViewOnScreen = useLive(coversScreen);
  const isLeaving = useLive((live) => live.pendingDecisions.some(({ type }) => type === 'leave'));
  if (ended !== null) return <EndedView ended={ended} onForget={onForget} />;
  if (isLeaving) return <LeavingView onForget={onForget} />;
  return (
    <>
      <Shell navItems={navItems}>
        <Suspense fallback={<Loading />}>
          <Switch>
            {pages.map(({ path, view }) => (
              <Route key={path} path={path} component={view} />
            ))}
            <Route path="/join" component={AlreadyJoinedView} />
            <Route>
              <Redirect to="/" replace />
            </Route>
          </Switch>
        </Suspense>
      </Shell>
      {isLiveViewOnScreen && (
        <Suspense fallback={null}>
          <LiveViewView />
        </Suspense>
      )}
      {capturing && (
        <Suspense fallback={null}>
          <CaptureView />
        </Suspense>
      )}
    </>
  );
}
