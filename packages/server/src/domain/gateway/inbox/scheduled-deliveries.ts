/** Schedules deliveries for when the sharing hours of a device begin. */
export interface ScheduledDeliveries {
  /** Delivers to a device at this moment; the command may have expired by then. Returns null for the caller to return. */
  schedule(deviceId: number, until: Date): null;
  /** Delivers where the hours have begun. Call it about once a second. */
  deliverDue(now: number): void;
}

export function createScheduledDeliveries(deliver: (deviceId: number) => void): ScheduledDeliveries {
  const beginnings = new Map<number, number>();
  return {
    schedule(deviceId, until) {
      beginnings.set(deviceId, until.getTime());
      return null;
    },
    deliverDue(now) {
      for (const [deviceId, begins] of beginnings) {
        if (begins > now) continue;
        beginnings.delete(deviceId);
        deliver(deviceId);
      }
    },
  };
}
