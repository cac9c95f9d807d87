import { commandState, type Command, type CommandState, type LiveViewSession } from '@fairwatch/contract';
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
  const { expiresAt, requestedBy: name } = request;
  return t(`state.${stateOf(request)}`, { name, time: clockText(new Date(expiresAt), currentLanguage()) });
}

/** A live view runs once its person has allowed it, which begins with a countdown. */
function stateOf(request: Command): 'SENT' | 'ASKING' | 'SEEN' | 'COUNTDOWN' | 'BEGINNING' {
  const state = commandState(request);
  if (state === 'ASKING' || state === 'SEEN') return state;
  if (state === 'RUNNING') return 'COUNTDOWN';
  return state === 'DONE' ? 'BEGINNING' : 'SENT';
}

/** A request that came to nothing. A "no" is an answer and no failure, so nothing here is red. */
function Unbegun({ request }: { request: Command }) {
  const { t } = useLiveViewTexts();
  const state = commandState(request);
  const reason = request.errorDetails ?? t('outcome.unknownReason');
  const isFailure = state === 'FAILED' || state === 'EXPIRED';
  const words = isFailure ? t('outcome.FAILED', { reason }) : t(`outcome.${outcomeOf(state)}`);
  return <TimedText words={words} at={endOf(request)} />;
}

function outcomeOf(state: CommandState): 'DECLINED' | 'UNANSWERED' | 'CANCELLED' {
  return state === 'DECLINED' || state === 'UNANSWERED' ? state : 'CANCELLED';
}

function Ended({ session: { startedBy: name, end, endedAt, until } }: { session: LiveViewSession }) {
  const { t } = useLiveViewTexts();
  return <TimedText words={t('ended', { name, why: t(`end.${end ?? 'OVER'}`) })} at={endedAt ?? until} />;
}
