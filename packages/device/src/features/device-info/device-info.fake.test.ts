import { infoGroups } from '@fairwatch/contract';
import { expect, it } from 'vitest';
import { seededRandom } from '../../fake/random.ts';
import { planPhone } from '../../simulator/plan/phone-plan.ts';
import { fakeDeviceInfo } from './device-info.fake.ts';

it('agrees with the phone: its model, its battery, its network', () => {
  for (let place = 0; place < 12; place += 1) {
    const phone = planPhone('info', place);
    const rows = fakeDeviceInfo(seededRandom(String(place)), phone)();
    const value = (name: string) => rows.find((row) => row.name === name);
    const { batteryPercent, charging, network } = phone.vitals();
    expect(value('Model')?.value).toBe(phone.facts.model);
    expect(value('System')?.value).toBe(`${phone.facts.osName} ${phone.facts.osVersion}`);
    expect(value('Level')).toMatchObject({ used: batteryPercent, total: 100 });
    expect(value('Status')?.value).toBe(charging ? 'Charging' : 'Not charging');
    expect(value('Connection')?.value).toBe(network === 'WIFI' ? 'WiFi' : 'Mobile data');
    expect(value('WiFi network') !== undefined).toBe(network === 'WIFI');
    expect(new Set(rows.map(({ group }) => group))).toEqual(new Set(infoGroups));
    expect(rows.filter(({ used, total }) => used !== null && used > (total ?? -1))).toEqual([]);
  }
});
