import { commandCatalogue, declinedText, type Command, type LiveViewSession } from '@fairwatch/contract';
import { Group } from '@mantine/core';
import { clockText } from '../../../core/components/time/moment-text.ts';
import { TimedText } from '../../../core/components/time/timed-text.tsx';
import { currentLanguage } from '../../../core/i18n/i18n.ts';
import { CancelCommand } from '../../../shared/device-feature/commands/cancel-command.tsx';
import { endOf } from '../../../shared/device-feature/commands/command-texts.ts';
import { namesText } from './live-view-words.ts';
import type { LiveViewState } from './use-live-view.ts';
import { useLiveViewTexts } from './use-live-view-texts.ts';

/** Where a live view is that this admin does not watch: asked for, running, or how the last one ended. Screen readers hear each change. */
export function LiveStatus({ live }: { live: LiveViewState }) {
  const { request, deviceId } = live;
  return (
    <Group gap="0.25rem 0.75rem">
      <output>
        <Words live={live} />
      </output>
      {request && <CancelCommand command={request} deviceId={deviceId} />}
    </Group>
  );
}

function Words({ live: { request, running, joined, last, viewers } }: { live: LiveViewState }) {
  const { t } = useLiveViewTexts();
  if (request !== null) return <Asked request={request} />;
  if (running !== null) {
    // Whoever watches reads it at the picture.
    if (joined) return null;
    const names = [...new Map(viewers.map(({ username, name }) => [username, name])).values()];
    if (names.length === 0) return t('unwatched', { name: running.startedBy });
    return t('watching', { count: names.length, names: namesText(names, currentLanguage()) });
  }
  if (last === null) return null;
  return 'request' in last ? <Unbegun request={last.request} /> : <Ended session={last.session} />;
}

function Asked({ request }: { request: Command }) {
  const { t } = useLiveViewTexts();
  const { createdAt, requestedBy: name } = request;
  const deadline = new Date(Date.parse(createdAt) + commandCatalogue.LIVE_VIEW.deadlineMs);
  return t(`state.${stateOf(request)}`, { name, time: clockText(deadline, currentLanguage()) });
}

/** A device reports that it has the request before its person has answered. Only the countdown says that they allowed it. */
function stateOf({ stepType, phase }: Command): 'QUEUED' | 'ASKED' | 'COUNTDOWN' | 'BEGINNING' {
  if (stepType === 'QUEUED') return 'QUEUED';
  if (stepType === 'DONE') return 'BEGINNING';
  return phase === 'COUNTDOWN' ? 'COUNTDOWN' : 'ASKED';
}

/** A request that came to nothing. A "no" is an answer and no failure, so nothing here is red. */
function Unbegun({ request }: { request: Command }) {
  const { t } = useLiveViewTexts();
  const { stepType, errorDetails } = request;
  const words = () => {
    if (stepType === 'EXPIRED' || stepType === 'CANCELLED') return t(`outcome.${stepType}`);
    if (errorDetails === declinedText) return t('outcome.declined');
    return t('outcome.FAILED', { reason: errorDetails ?? t('outcome.unknownReason') });
  };
  return <TimedText words={words()} at={endOf(request)} />;
}

function Ended({ session: { startedBy: name, end, endedAt, until } }: { session: LiveViewSession }) {
  const { t } = useLiveViewTexts();
  return <TimedText words={t('ended', { name, why: t(`end.${end ?? 'OVER'}`) })} at={endedAt ?? until} />;
}
