import type { Capability, DeviceFrame, GatewayFrame, Grants, NotificationState } from '@fairwatch/contract';

type Frame<Type extends GatewayFrame['type']> = Extract<GatewayFrame, { type: Type }>;

/** The question of an admin whether the person shares something. The person may never answer. */
export interface ConsentQuestion {
  requestId: number;
  capability: Capability;
  requestedBy: string;
  /** Why, in the admin's words; null when they did not say. */
  reason: string | null;
  /** Aborts when the admin withdraws the request. */
  signal: AbortSignal;
  /** Tells the server that the person has the question on their screen. It may be called again. */
  seen(): void;
  accept(): Promise<Grants>;
  decline(): Promise<Grants>;
}

/** A message of an admin to the person. */
export type ShownNotification = Omit<Frame<'notification'>, 'type'>;

/** What a person did with a notification. */
export type SeenState = Extract<NotificationState, 'SEEN' | 'DISMISSED'>;

/** Callbacks that show the person what their admins send. */
export interface InboxHandlers {
  onConsentRequest?(question: ConsentQuestion): void;
  /** Shows a notification; resolves when the person has seen or dismissed it. A device that cannot show any leaves it out. */
  onNotification?(notification: ShownNotification): Promise<SeenState>;
}

/** The states of notifications on this device by id, oldest first. `false` marks a state that the server has not received. */
export type NotificationStates = readonly (readonly [notificationId: number, state: NotificationState, told?: false])[];

interface InboxOptions extends InboxHandlers {
  /** The states from before a restart. */
  notificationStates?: NotificationStates;
  onNotificationStates?(states: NotificationStates): void;
  /** What the person shares now. */
  grants: Grants;
  accept(capability: Capability): Promise<Grants>;
  decline(requestId: number): Promise<Grants>;
  /** Resolves with false when there is no connection. */
  send(frame: DeviceFrame): Promise<boolean>;
  log(line: string): void;
}

/** How many notifications are remembered. The server repeats only those whose delivery it does not know. */
const remembered = 500;

/** Handles consent requests and notifications. The server may send each more than once; it is shown once. */
export function createInbox(options: InboxOptions) {
  const { grants, onConsentRequest, onNotification, accept, decline, send, log } = options;
  const questions = new Map<number, AbortController>();
  /** The questions of which the server knows that the person has seen them. */
  const seen = new Set<number>();
  const { notificationStates: kept = [] } = options;
  const states = new Map<number, NotificationState>(kept.map(([notificationId, state]) => [notificationId, state]));
  const unreported = new Set<number>(
    kept.filter(([, , told]) => told === false).map(([notificationId]) => notificationId),
  );

  async function tell(notificationId: number): Promise<void> {
    const state = states.get(notificationId);
    if (!state) return;
    const isSent = await send({ type: 'notification-state', notificationId, state });
    // The state may have changed while this was sent; the newer state has its own call of this function.
    if (states.get(notificationId) !== state) return;
    if (unreported.has(notificationId) !== isSent) return;
    if (isSent) unreported.delete(notificationId);
    else unreported.add(notificationId);
    keep();
  }

  function keep(): void {
    options.onNotificationStates?.(
      Array.from(states, ([notificationId, state]) =>
        unreported.has(notificationId) ? [notificationId, state, false] : [notificationId, state],
      ),
    );
  }

  function remember(notificationId: number, state: NotificationState): void {
    states.set(notificationId, state);
    for (const oldest of states.keys()) {
      if (states.size <= remembered) break;
      states.delete(oldest);
      unreported.delete(oldest);
    }
    keep();
    void tell(notificationId);
  }

  async function show(notification: ShownNotification): Promise<void> {
    const { notificationId } = notification;
    const shared = !grants.paused && grants.capabilities.includes('NOTIFICATIONS');
    if (!shared || !onNotification) return remember(notificationId, 'FAILED');
    // Set before it is shown, so that a repetition that arrives meanwhile is recognised.
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

  async function see(requestId: number): Promise<void> {
    if (seen.has(requestId)) return;
    seen.add(requestId);
    // Without a connection it is told when the question is looked at again.
    if (!(await send({ type: 'consent-seen', requestId }))) seen.delete(requestId);
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
        seen: () => void see(requestId),
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

    /** Records that the person has seen or dismissed it, whenever it was shown. */
    mark(notificationId: number, state: SeenState): void {
      if (states.get(notificationId) !== state) remember(notificationId, state);
    },

    /** Sends again the states that a broken connection lost. */
    connected(): void {
      for (const notificationId of unreported) void tell(notificationId);
    },
  };
}
