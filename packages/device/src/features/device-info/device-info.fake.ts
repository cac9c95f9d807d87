import type { InfoGroup } from '@fairwatch/contract';
import type { FakePhone } from '../../fake/fake-phone.ts';
import type { Clock } from '../../fake/days.ts';
import type { Random } from '../../fake/random.ts';
import type { RowOf } from '../../core/commands/handlers.ts';
import { batteryFacts, identityFacts, networkFacts, screenFacts, systemFacts, type Fact } from './info-facts.ts';
import { specsOf } from './phone-specs.ts';
import { fakeStorage } from './storage-facts.ts';

/** What a simulated phone tells about itself: all of it agrees with its model, its battery and its network. */
export function fakeDeviceInfo(
  random: Random,
  phone: FakePhone,
  clock: Clock = Date.now,
): () => RowOf<'device-info'>[] {
  const specs = specsOf(phone.facts.model);
  const setUp = { specs, salt: random.int(0, 1e9), bootedAt: clock() - random.int(2, 900) * 3_600_000 };
  const storage = fakeStorage(random, specs);

  return () => {
    const now = { ...setUp, vitals: phone.vitals(), time: clock() };
    const groups: readonly (readonly [InfoGroup, readonly Fact[]])[] = [
      ['IDENTITY', identityFacts(phone)],
      ['SYSTEM', systemFacts(phone.facts, now)],
      ['BATTERY', batteryFacts(now)],
      ['NETWORK', networkFacts(phone, now)],
      ['STORAGE', storage()],
      ['SCREEN', screenFacts(now)],
    ];
    return groups
      .flatMap(([group, facts]) => facts.map((fact) => ({ group, ...fact })))
      .map(({ group, name, value, used = null, total = null }, position) => ({
        key: `${group}/${name}`,
        group,
        name,
        value,
        used,
        total,
        position,
      }));
  };
}
