import type { Capability, DeviceFrame, GatewayFrame, Grants, NotificationState } from '@fairwatch/contract';

type Frame<Type extends GatewayFrame['type']> = Extract<GatewayFrame, { type: Type }>;

/** An admin asks the person to share something. They may take their time, or never answer. */
export interface ConsentQuestion {
  requestId: number;
  capability: Capability;
  requestedBy: string;
  /** Why, in the admin's words; null when they did not say. */
  reason: string | null;
  /** Aborts when the request is taken back: there is nothing left to answer. */
  signal: AbortSignal;
  accept(): Promise<Grants>;
  decline(): Promise<Grants>;
}

/** A message of an admin to the person. */
export type ShownNotification = Omit<Frame<'notification'>, 'type'>;

/** What a person did with a notification. */
export type SeenState = Extract<NotificationState, 'SEEN' | 'DISMISSED'>;

/** How the person takes what their admins send. */
export interface InboxHandlers {
  onConsentRequest?(question: ConsentQuestion): void;
  /** Shows a notification; resolves when the person has seen it or put it away. A device that cannot show any leaves it out. */
  onNotification?(notification: ShownNotification): Promise<SeenState>;
}

/** What became of notifications on this device, by their numbers; the oldest first. `false`: the server has not been told. */
export type NotificationStates = readonly (readonly [notificationId: number, state: NotificationState, told?: false])[];

interface InboxOptions extends InboxHandlers {
  /** What was shown before the device was stopped. */
  notificationStates?: NotificationStates;
  onNotificationStates?(states: NotificationStates): void;
  /** What the person shares now. */
  grants: Grants;
  accept(capability: Capability): Promise<Grants>;
  decline(requestId: number): Promise<Grants>;
  /** False when it could not be said. */
  say(frame: DeviceFrame): Promise<boolean>;
  log(line: string): void;
}

/** So many notifications are remembered: the server repeats only those that it does not know to be delivered. */
const remembered = 500;

/** What reaches the person from their admins. Everything may come more than once, and is shown once. */
export function createInbox(options: InboxOptions) {
  const { grants, onConsentRequest, onNotification, accept, decline, say, log } = options;
  const questions = new Map<number, AbortController>();
  const { notificationStates: kept = [] } = options;
  const states = new Map<number, NotificationState>(kept.map(([notificationId, state]) => [notificationId, state]));
  const unsaid = new Set<number>(kept.filter(([, , told]) => told === false).map(([notificationId]) => notificationId));

  async function tell(notificationId: number): Promise<void> {
    const state = states.get(notificationId);
    if (!state) return;
    const isSaid = await say({ type: 'notification-state', notificationId, state });
    // The state may have changed while this was sent; the newer state has its own call of this function.
    if (states.get(notificationId) !== state) return;
    if (unsaid.has(notificationId) !== isSaid) return;
    if (isSaid) unsaid.delete(notificationId);
    else unsaid.add(notificationId);
    keep();
  }

  function keep(): void {
    options.onNotificationStates?.(
      Array.from(states, ([notificationId, state]) =>
        unsaid.has(notificationId) ? [notificationId, state, false] : [notificationId, state],
      ),
    );
  }

  function remember(notificationId: number, state: NotificationState): void {
    states.set(notificationId, state);
    for (const oldest of states.keys()) {
      if (states.size <= remembered) break;
      states.delete(oldest);
      unsaid.delete(oldest);
    }
    keep();
    void tell(notificationId);
  }

  async function show(notification: ShownNotification): Promise<void> {
    const { notificationId } = notification;
    const shared = !grants.paused && grants.capabilities.includes('NOTIFICATIONS');
    if (!shared || !onNotification) return remember(notificationId, 'FAILED');
    // Taken before it is shown, so that a repetition that comes meanwhile is known.
    states.set(notificationId, 'DELIVERED');
    try {
      const seen = onNotification(notification);
      remember(notificationId, 'DELIVERED');
      remember(notificationId, await seen);
    } catch (error) {
      log(`a notification could not be shown: ${error instanceof Error ? error.message : error}`);
      remember(notificationId, 'FAILED');
    }
  }

  return {
    ask({ requestId, capability, requestedBy, reason }: Frame<'consent-request'>): void {
      if (questions.has(requestId)) return;
      const taken = new AbortController();
      questions.set(requestId, taken);
      onConsentRequest?.({
        requestId,
        capability,
        requestedBy,
        reason: reason ?? null,
        signal: taken.signal,
        accept: () => accept(capability),
        decline: () => decline(requestId),
      });
    },

    takeBack({ requestId }: Frame<'consent-request-withdrawn'>): void {
      questions.get(requestId)?.abort();
    },

    notify({ notificationId, notificationType, title, message, sentBy }: Frame<'notification'>): void {
      if (states.has(notificationId)) void tell(notificationId);
      else void show({ notificationId, notificationType, title, message, sentBy });
    },

    /** The person saw it or put it away, whenever it was shown. */
    mark(notificationId: number, state: SeenState): void {
      if (states.get(notificationId) !== state) remember(notificationId, state);
    },

    /** Says again what a broken connection swallowed. */
    connected(): void {
      for (const notificationId of unsaid) void tell(notificationId);
    },
  };
}
