import {
  newWatches,
  type EndedLive,
  type EndedLiveView,
  type PendingRequest,
  type RunningLive,
  type RunningLiveView,
  type StoredMessage,
} from '@fairwatch/device/core';
import {
  allowText,
  captureWords,
  expiryText,
  followingText,
  liveEndText,
  liveRunningText,
  liveViewEndText,
  liveViewersText,
  liveViewRunningText,
  newWatchText,
  questionTitle,
  reasonText,
  requestTitle,
  requestWords,
  watchWords,
} from '@fairwatch/device/words';
import type { Notification } from '../notifications/notifications.ts';
import type { TermuxCapture, TermuxState } from '../state/termux-state.ts';
import { pageText } from '../texts/pages.texts.ts';

/** The id of the notification of the running capture. */
export const captureId = 'fairwatch-capture';
/** The id of the notification of the live view that runs. */
export const liveViewId = 'fairwatch-live-view';

const open = { word: 'open' } as const;

/** All notifications that this state calls for, other than the permanent note. Messages from before `since` were shown then. */
export function promptsOf(state: TermuxState, since: string): Notification[] {
  const { requests, questions, liveLocation, liveEnd, liveView, liveViewEnd, capture, captureNotes, messages } = state;
  return [
    ...requests.map(requestPrompt),
    ...questions.map((question) => ({
      id: `fairwatch-question-${question.requestId}`,
      title: questionTitle(question),
      content: requestWords('openToAnswer', { reason: reasonText(question.reason) }),
      isUrgent: true,
      onTap: open,
    })),
    ...(liveLocation ? [livePrompt(liveLocation)] : []),
    ...(liveEnd ? [liveEndPrompt(liveEnd)] : []),
    ...(liveView ? [liveViewPrompt(liveView)] : []),
    ...(liveViewEnd ? [liveViewEndPrompt(liveViewEnd)] : []),
    ...(capture ? [capturePrompt(capture)] : []),
    ...captureNotes.slice(0, 1).map((note) => ({
      id: 'fairwatch-capture-note',
      title: 'Fairwatch',
      content: note,
      onTap: open,
    })),
    ...messages.filter(({ state: read, receivedAt }) => read === 'DELIVERED' && receivedAt >= since).map(messagePrompt),
    ...watchPrompts(state),
  ];
}

/** Asks for a tap. Its buttons carry the id of the command and nothing else. */
function requestPrompt(request: PendingRequest): Notification {
  const { commandId, minutes, reason, expiresAt } = request;
  const following = followingText(request);
  return {
    id: `fairwatch-request-${commandId}`,
    title: requestTitle(request),
    content: [reasonText(reason), ...(following === null ? [] : [following]), expiryText(expiresAt)].join(' '),
    isUrgent: true,
    buttons: [
      { text: allowText(minutes), tap: { word: 'allow', commandId } },
      { text: requestWords('decline'), tap: { word: 'decline', commandId } },
      { text: pageText('open'), tap: open },
    ],
  };
}

function livePrompt(running: RunningLive): Notification {
  return {
    id: 'fairwatch-live',
    title: liveRunningText(running),
    content: reasonText(running.reason),
    isOngoing: true,
    // Nothing runs unseen: who swipes it away stops it.
    onGone: { word: 'stop', commandId: running.sessionId },
    buttons: [{ text: captureWords('stop'), tap: { word: 'stop', commandId: running.sessionId } }],
  };
}

function liveEndPrompt(ended: EndedLive): Notification {
  return { id: 'fairwatch-live-end', title: 'Fairwatch', content: liveEndText(ended), onTap: open };
}

/** Who may see the camera until when, and who watches now. */
function liveViewPrompt(running: RunningLiveView): Notification {
  const stop = { word: 'stop', commandId: running.sessionId } as const;
  const reason = reasonText(running.reason);
  return {
    id: liveViewId,
    title: liveViewRunningText(running),
    content: running.phase === 'COUNTDOWN' ? reason : `${liveViewersText(running)} ${reason}`,
    isOngoing: true,
    // Nobody watches unseen: who swipes it away stops it.
    onGone: stop,
    buttons: [{ text: captureWords('stop'), tap: stop }],
  };
}

function liveViewEndPrompt(ended: EndedLiveView): Notification {
  return { id: 'fairwatch-live-view-end', title: 'Fairwatch', content: liveViewEndText(ended), onTap: open };
}

/** The notification that shows a capture: its countdown, then that it records. It does not count seconds, because each change would post a new notification. */
function capturePrompt({
  commandId,
  what,
  requestedBy,
  reason,
  duty,
  phase,
  secondsLeft,
}: TermuxCapture): Notification {
  return {
    id: captureId,
    title: captureWords(`prompt.${phase}`, { requestedBy, what, count: secondsLeft }),
    content: duty === null ? reasonText(reason) : `${duty} ${reasonText(reason)}`,
    isOngoing: true,
    // Nothing is recorded unseen: who swipes it away stops it.
    onGone: { word: 'stop', commandId },
    buttons: [{ text: captureWords('stop'), tap: { word: 'stop', commandId } }],
  };
}

function messagePrompt({ notificationId, title, message, sentBy }: StoredMessage): Notification {
  return {
    id: `fairwatch-message-${notificationId}`,
    title: `${title} (${sentBy})`,
    content: message,
    isUrgent: true,
    onTap: open,
  };
}

function watchPrompts({ watches }: TermuxState): Notification[] {
  const [first, ...more] = newWatches(watches);
  if (!first) return [];
  const told = newWatchText(first);
  const content = more.length === 0 ? told : watchWords('newAndMore', { first: told, count: more.length });
  return [{ id: 'fairwatch-watches', title: watchWords('fresh'), content, onTap: open }];
}
