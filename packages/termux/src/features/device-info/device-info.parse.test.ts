import type { Fact } from '@fairwatch/device/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostileText } from '../../core/parse/hostile-text-for-test.ts';
import { parseProperties } from '../../core/parse/properties.ts';
import { batteryFacts, identityFacts, systemFacts, telephonyFacts, wifiFacts } from './device-info.parse.ts';
import { memoryFacts, storageFacts } from './storage.parse.ts';

const known = (facts: readonly Fact[]) =>
  Object.fromEntries(facts.flatMap(({ name, value }) => (value === null || value === '' ? [] : [[name, value]])));

describe('facts of the battery', () => {
  it('are those that Termux:API prints, in the old form and the new one', () => {
    const old = {
      health: 'GOOD',
      percentage: 81,
      plugged: 'UNPLUGGED',
      status: 'DISCHARGING',
      temperature: 31.4,
      current: -1,
    };
    expect(known(batteryFacts(old))).toEqual({
      Level: '81 %',
      Status: 'Not charging',
      'Power source': 'Battery',
      Health: 'Good',
      Temperature: '31.4 °C',
    });
    const now = { ...old, present: true, technology: 'Li-ion', plugged: 'PLUGGED_AC', status: 'CHARGING', cycle: 112 };
    expect(known(batteryFacts({ ...now, health: 'OVER_VOLTAGE' }))).toMatchObject({
      Status: 'Charging',
      'Power source': 'Charger',
      Health: 'Over voltage',
      Technology: 'Li-ion',
      'Charge cycles': '112',
    });
    expect(batteryFacts(old)[0]).toMatchObject({ used: 81, total: 100 });
  });

  it('are left out where the phone does not know them', () => {
    const unknown = {
      health: '-1',
      percentage: -1,
      plugged: 'PLUGGED_9',
      status: 'UNKNOWN',
      temperature: -214_748_364.8,
    };
    expect(known(batteryFacts(unknown))).toEqual({});
    expect(known(batteryFacts({ percentage: '٨١' }))).toEqual({ Level: '81 %' });
  });
});

describe('facts of the network', () => {
  const wifi = {
    bssid: '02:00:00:12:34:56',
    frequency_mhz: 5240,
    ip: '192.168.1.20',
    link_speed_mbps: 433,
    mac_address: 'aa:bb:cc:dd:ee:ff',
    network_id: 3,
    rssi: -58,
    ssid: 'Home',
    ssid_hidden: false,
    supplicant_state: 'COMPLETED',
  };

  it('are about the WiFi, without the addresses of hardware', () => {
    expect(known(wifiFacts(wifi))).toEqual({
      WiFi: 'Connected',
      'WiFi network': 'Home',
      'WiFi signal': '-58 dBm',
      'Link speed': '433 Mbit/s',
      'WiFi band': '5 GHz',
      'IP address': '192.168.1.20',
    });
    const withHardware = known(wifiFacts({ ...wifi, ip: 'fe80::a8bb:ccff:fedd:eeff%wlan0', ssid: '<unknown ssid>' }));
    expect(withHardware).not.toHaveProperty('IP address');
    expect(withHardware).not.toHaveProperty('WiFi network');
  });

  it('say that there is no WiFi', () => {
    const off = { ...wifi, ssid: '<unknown ssid>', rssi: -127, link_speed_mbps: -1, supplicant_state: 'DISCONNECTED' };
    expect(known(wifiFacts({ ...off, ip: '10.1.2.3' }))).toEqual({ WiFi: 'Not connected', 'IP address': '10.1.2.3' });
  });

  it('are about the carrier, without ids and numbers', () => {
    const secrets = ['359881234567890', '8949020000123456789', '262021234567890'];
    const [imei, serial, subscriber] = secrets;
    const printed = {
      data_enabled: 'true',
      data_activity: 'none',
      data_state: 'connected',
      device_id: imei,
      device_software_version: '00',
      phone_count: 2,
      phone_type: 'gsm',
      network_operator: '26202',
      network_operator_name: 'Telvia',
      network_country_iso: 'de',
      network_type: 'nr',
      network_roaming: false,
      sim_country_iso: 'de',
      sim_operator: '26202',
      sim_operator_name: 'Telvia',
      sim_serial_number: serial,
      sim_subscriber_id: subscriber,
      sim_state: 'ready',
    };
    const facts = known(telephonyFacts(printed));
    expect(facts).toEqual({
      Carrier: 'Telvia',
      'Mobile network': '5G',
      'Mobile data': 'Connected',
      Roaming: 'Off',
      'SIM card': 'Ready',
    });
    for (const secret of secrets) expect(JSON.stringify(facts)).not.toContain(secret);
  });
});

describe('facts of the system', () => {
  it('are from the properties, without serial numbers', () => {
    const properties = parseProperties(
      [
        '[ro.serialno]: [R5CT1234567]',
        '[ro.build.version.release]: [15]',
        '[ro.build.version.sdk]: [35]',
        '[ro.crypto.state]: [encrypted]',
        '[ro.product.manufacturer]: [samsung]',
        '[ro.product.model]: [SM-A536B]',
        '[ro.board.platform]: [s5e8825]',
        '[persist.sys.locale]: [de-DE]',
        '[persist.sys.timezone]: [Europe/Berlin]',
      ].join('\n'),
    );
    expect(known([...identityFacts(properties), ...systemFacts(properties)])).toEqual({
      Manufacturer: 'Samsung',
      Model: 'Samsung SM-A536B',
      Language: 'de-DE',
      'Time zone': 'Europe/Berlin',
      System: 'Android 15',
      'API level': '35',
      Chip: 's5e8825',
      Encryption: 'On',
    });
  });
});

describe('facts of storage and memory', () => {
  it('are amounts of the whole', () => {
    const df = `Filesystem     1024-blocks     Used Available Capacity Mounted on
/dev/block/dm-47   112345678 61234567  51000000      55% /data/user/0
`;
    const [internal, free] = storageFacts(df);
    expect(internal).toMatchObject({ name: 'Internal storage', used: 61_345_678 * 1024, total: 112_345_678 * 1024 });
    expect(free).toEqual({ name: 'Free', value: '52.2 GB' });
    const meminfo = 'MemTotal:        7654321 kB\nMemFree:          200000 kB\nMemAvailable:    3654321 kB\n';
    expect(memoryFacts(meminfo)).toEqual([
      { name: 'Memory', value: '4.1 GB of 7.8 GB', used: 4_000_000 * 1024, total: 7_654_321 * 1024 },
    ]);
  });

  it('are refused when they make no sense', () => {
    for (const output of ['', 'df: /data: Permission denied', 'x 0 0 0 0% /', 'x 5 1 9 10% /']) {
      expect(() => storageFacts(output)).toThrow(expect.objectContaining({ kind: 'UNREADABLE' }));
      expect(() => memoryFacts(output)).toThrow(expect.objectContaining({ kind: 'UNREADABLE' }));
    }
  });
});

describe('facts', () => {
  it('are texts, whatever is printed', () => {
    const field = fc.oneof(hostileText, fc.integer(), fc.double(), fc.constant(null), fc.object());
    const names = [
      'percentage',
      'status',
      'temperature',
      'rssi',
      'ssid',
      'ip',
      'network_type',
      'sim_state',
      'data_state',
    ];
    const printed = fc.record(Object.fromEntries(names.map((name) => [name, field])), { requiredKeys: [] });
    fc.assert(
      fc.property(printed, (json) => {
        for (const facts of [
          batteryFacts(json),
          wifiFacts({ ...json, supplicant_state: 'COMPLETED' }),
          telephonyFacts(json),
        ]) {
          expect(facts.every(({ value }) => value === null || (typeof value === 'string' && value.length <= 300))).toBe(
            true,
          );
        }
      }),
    );
    for (const read of [batteryFacts, wifiFacts, telephonyFacts]) {
      for (const json of [null, [], 'text', 4]) {
        expect(() => read(json)).toThrow(expect.objectContaining({ kind: 'UNREADABLE' }));
      }
    }
  });
});
