import { namedFiles, type CommandParams, type CommandType } from '@fairwatch/contract';
import type { ConsentQuestion } from '../client/inbox.ts';
import type { AskedCommand, CommandEvent, CommandQuestion } from '../commands/command-runner.ts';
import type { LiveState, PendingRequest } from './live-state.ts';
import type { Store } from './store.ts';

/** How many finished requests the live state keeps; the log has all of them. */
const doneKept = 20;

/** Commands that start only after a tap: nobody is recorded or located without noticing. */
export const asksFirst: readonly CommandType[] = [
  'CAPTURE_PHOTO',
  'CAPTURE_VIDEO',
  'CAPTURE_VOICE',
  'UPDATE_LOCATIONS',
  'LIVE_LOCATION',
  'LIVE_VIEW',
];

interface RequestParts {
  live: Store<LiveState>;
  /** Live views have sound on this platform. */
  hasLiveSound: boolean;
  /** Whether a request for the location is answered without a tap, because the person chose so. */
  answersLocation(): boolean;
  /** Called when a command waits for the person or is carried out; what it returns is called when that is over. */
  beginUnderWay?(): () => void;
}

/** Keeps the questions and commands of admins in the live state, for the person to answer and to look up. */
export function createLiveRequests({
  live,
  hasLiveSound,
  answersLocation,
  beginUnderWay = () => () => undefined,
}: RequestParts) {
  /** The functions that end the mark "under way", by command id. */
  const running = new Map<number, () => void>();

  /** Keeps a question until it is answered or withdrawn, or the capability is granted some other way. */
  function ask(question: ConsentQuestion): void {
    const isOther = (each: ConsentQuestion) => each.requestId !== question.requestId;
    const settle = () => live.set({ questions: live.get().questions.filter(isOther) });
    question.signal.addEventListener('abort', settle, { once: true });
    const answered =
      <Answer>(answer: () => Promise<Answer>) =>
      async () => {
        settle();
        return await answer();
      };
    const shown = { ...question, accept: answered(question.accept), decline: answered(question.decline) };
    live.set({ questions: [...live.get().questions.filter(isOther), shown] });
  }

  /** Shows a command to the person, and waits for their tap. */
  async function approve(command: CommandQuestion): Promise<'accept' | 'decline'> {
    const { commandId, commandType, requestedBy, reason, expiresAt, signal, params, seen } = command;
    const minutes = typeof params['minutes'] === 'number' ? params['minutes'] : null;
    const always =
      (commandType === 'UPDATE_LOCATIONS' && answersLocation()) ||
      // The person has allowed the live view. The client fails it when that is over: then no picture is taken at all.
      (commandType === 'CAPTURE_PHOTO' && params['liveView'] !== undefined);
    if (always || !asksFirst.includes(commandType)) return 'accept';
    const { promise, resolve } = Promise.withResolvers<'accept' | 'decline'>();
    const accept = () => resolve('accept');
    const decline = () => resolve('decline');
    const facts = { commandId, commandType, requestedBy, reason, minutes, ...liveViewFacts(command) };
    const request = { ...facts, expiresAt, seen, accept, decline };
    signal.addEventListener('abort', decline, { once: true });
    live.set({ requests: [...live.get().requests, request] });
    command.shown();
    const endUnderWay = beginUnderWay();
    try {
      return await promise;
    } finally {
      endUnderWay();
      live.set({ requests: live.get().requests.filter((each) => each !== request) });
    }
  }

  function liveViewFacts({ commandType, params }: AskedCommand): Pick<PendingRequest, 'camera' | 'sound'> {
    if (commandType !== 'LIVE_VIEW') return { camera: null, sound: false };
    const { camera, sound } = params as CommandParams<'LIVE_VIEW'>;
    return { camera, sound: sound && hasLiveSound && live.get().grants.capabilities.includes('MICROPHONE') };
  }

  /** Lists a command that has ended. */
  function note(event: CommandEvent): void {
    const { state, commandId, commandType, requestedBy, reason, params, rows, failedFiles = 0, problem } = event;
    if (state === 'started') return void running.set(commandId, beginUnderWay());
    running.get(commandId)?.();
    running.delete(commandId);
    const entry = {
      commandId,
      commandType,
      requestedBy,
      reason,
      at: new Date().toISOString(),
      outcome: state,
      files: namedFiles(commandType, params).length,
      failedFiles,
      rows: rows ?? null,
      problem: problem ?? null,
    };
    const others = live.get().done.filter((each) => each.commandId !== commandId);
    live.set({ done: [entry, ...others].slice(0, doneKept) });
  }

  return { ask, approve, note };
}
