import { DirectionProvider, MantineProvider } from '@mantine/core';
import { cssVariables, theme } from '@fairwatch/look';
import { lazy, Suspense } from 'react';
import { Router } from 'wouter';
import { companionPath, guardianPath } from '@fairwatch/contract';
import { becomeJoined, boot, forgetDevice, startCompanion, type Boot } from './boot.ts';
import { CompanionContext } from './core/live/companion-context.ts';
import { useStore } from './core/store/use-store.ts';
import { ErrorBoundary } from './core/shell/error-boundary.tsx';
import { Loading } from './core/shell/loading.tsx';
import { Message } from './core/shell/message.tsx';
import { UpdateBanner } from './core/updates/update-banner.tsx';
import { commonText } from './core/texts/common.texts.ts';

const JoinView = lazy(() => import('./features/join/join.view.tsx').then(({ JoinView }) => ({ default: JoinView })));
const GuardianView = lazy(() =>
  import('./features/join/guardian.view.tsx').then((file) => ({ default: file.GuardianView })),
);
const Joined = lazy(() => import('./joined.tsx').then(({ Joined }) => ({ default: Joined })));

/** The shared theme with larger type, since text on a phone is read from further away. */
const phoneTheme = {
  ...theme,
  fontSizes: { xs: '0.8125rem', sm: '0.875rem', md: '1rem', lg: '1.0625rem', xl: '1.25rem' },
};

export function App() {
  const { now } = useStore(boot, (state) => state);
  return (
    <DirectionProvider>
      <MantineProvider theme={phoneTheme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <Router base={companionPath}>
          <UpdateBanner />
          <ErrorBoundary>
            <Suspense fallback={<Loading />}>{isGuardianPage() ? <GuardianView /> : <Screen now={now} />}</Suspense>
          </ErrorBoundary>
        </Router>
      </MantineProvider>
    </DirectionProvider>
  );
}

/** True on the page of a guardian, who may read it on any device, also on one that has joined. */
export function isGuardianPage(): boolean {
  return location.pathname === `${companionPath}${guardianPath}`;
}

function Screen({ now }: { now: Boot }) {
  switch (now.kind) {
    case 'opening':
      return <Loading />;
    case 'elsewhere':
      return (
        <Message
          title={commonText('elsewhere.title')}
          text={commonText('elsewhere.text')}
          action={{ label: commonText('useItHere'), onClick: () => void startCompanion({ steal: true }) }}
        />
      );
    case 'no-storage':
      return (
        <Message
          title={commonText('noStorage.title')}
          text={commonText('noStorage.text', { problem: now.problem })}
          action={{ label: commonText('tryAgain'), onClick: () => void startCompanion() }}
        />
      );
    case 'no-code':
      return (
        <Message
          title={commonText('notOpened.title')}
          text={commonText('notOpened.missingPart')}
          action={{ label: commonText('tryAgain'), onClick: () => location.reload() }}
        />
      );
    case 'joining':
      return <JoinView onJoined={(saved) => becomeJoined(now.database, saved)} />;
    case 'joined':
      return (
        <CompanionContext value={now.companion}>
          <Joined onForget={forgetDevice} />
        </CompanionContext>
      );
  }
}
