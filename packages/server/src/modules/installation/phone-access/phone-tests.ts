import { timingSafeEqual, randomBytes } from 'node:crypto';
import { limits } from '@fairwatch/contract';
import type { Infrastructure } from '../../../shared/infrastructure.ts';
import type { PhoneReached, PhoneTests } from '../../../shared/services/phone-tests.ts';

const { lifetimeMs, perAdmin, inAll } = limits.phoneTest;
const purpose = 'phone test';
const nonceBytes = 8;
const secondsAt = 4;
const nonceAt = 8;
const bodyBytes = nonceAt + nonceBytes;
const macBytes = 16;

/** What the address of a test says about itself. */
interface TestFacts {
  userId: number;
  expiresAt: number;
  /** Names the test on the bus. Nobody can make its address from it. */
  name: string;
}

type Remembered = PhoneReached & TestFacts;

/**
 * Creates the tests. An address carries who began it and until when, signed with the vault's key, so every server knows it and nothing is kept of
 * a test that nobody opens. That a phone came is in memory only, on each server until the test is over, and told over the bus. When that event
 * is lost, the admin begins another test.
 */
export function createPhoneTests({ bus, clock, vault }: Pick<Infrastructure, 'bus' | 'clock' | 'vault'>): PhoneTests {
  const reached = new Map<string, Remembered>();
  const macOf = (body: Buffer) => vault.mac(purpose, body).subarray(0, macBytes);

  /** Null unless this installation signed it. */
  function read(test: string): TestFacts | null {
    const bytes = Buffer.from(test, 'base64url');
    if (bytes.length !== bodyBytes + macBytes) return null;
    const body = bytes.subarray(0, bodyBytes);
    if (!timingSafeEqual(macOf(body), bytes.subarray(bodyBytes))) return null;
    return {
      userId: body.readUInt32BE(0),
      expiresAt: body.readUInt32BE(secondsAt) * 1000,
      name: body.subarray(0, bodyBytes).toString('base64url'),
    };
  }

  /** Remembers the newest of each admin and of all; older ones give way. */
  function remember(facts: Remembered): void {
    if (reached.has(facts.name)) return;
    const now = clock.now();
    for (const [name, { expiresAt }] of reached) if (expiresAt <= now) reached.delete(name);
    const own = Array.from(reached.values()).filter(({ userId }) => userId === facts.userId);
    const [oldest] = own.length >= perAdmin ? own : reached.size >= inAll ? reached.values() : [];
    if (oldest) reached.delete(oldest.name);
    reached.set(facts.name, facts);
  }

  bus.subscribe('phoneReached', ({ test, userId, isSecure, at }) => {
    const expiresAt = clock.now() + lifetimeMs;
    remember({ name: test, userId, isSecure, at, expiresAt });
  });

  return {
    start(userId) {
      const expiresAt = Math.ceil((clock.now() + lifetimeMs) / 1000);
      const body = Buffer.alloc(bodyBytes);
      body.writeUInt32BE(userId, 0);
      body.writeUInt32BE(expiresAt, secondsAt);
      randomBytes(nonceBytes).copy(body, nonceAt);
      const test = Buffer.concat([body, macOf(body)]).toString('base64url');
      return { test, expiresAt: expiresAt * 1000 };
    },

    arrive(test, isSecure) {
      const facts = read(test);
      if (facts === null) return 'UNKNOWN';
      if (reached.has(facts.name)) return 'AGAIN';
      const at = clock.now();
      if (facts.expiresAt <= at) return 'OVER';
      const { name, userId } = facts;
      bus.publish('phoneReached', { test: name, userId, isSecure, at });
      bus.publish('changed', { feature: 'phone-test', deviceId: null, userId });
      return 'REACHED';
    },

    find(test, userId) {
      const facts = read(test);
      if (facts === null || facts.userId !== userId) return null;
      const { isSecure, at } = reached.get(facts.name) ?? {};
      const isOver = facts.expiresAt <= clock.now();
      return { isOver, reached: isSecure === undefined || at === undefined ? null : { isSecure, at } };
    },
  };
}
