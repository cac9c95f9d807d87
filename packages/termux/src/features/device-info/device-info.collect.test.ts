import { deviceInfo } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { testTermux } from '../../core/parse/termux-for-test.ts';
import { TermuxProblem } from '../../core/termux/termux.ts';
import { collectDeviceInfo } from './device-info.collect.ts';

const answers = {
  getprop: '[ro.build.version.release]: [15]\n[ro.product.model]: [Pixel 8]\n[ro.sf.lcd_density]: [420]\n',
  'termux-battery-status': '{"percentage":81,"status":"CHARGING"}',
  'termux-wifi-connectioninfo': '{"ssid":"Home","supplicant_state":"COMPLETED"}',
  'termux-telephony-deviceinfo': '{"network_operator_name":"Telvia"}',
  df: 'Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/block/dm-47 1000000 400000 600000 40% /data\n',
};
const phone = { home: '/data/home', readMemory: async () => 'MemTotal: 4000000 kB\nMemAvailable: 1000000 kB\n' };
const noMemory = { ...phone, readMemory: async () => Promise.reject(new Error('EACCES')) };

describe('what a phone tells about itself', () => {
  it('is in the groups of the contract, in order', async () => {
    const termux = testTermux(answers);
    const rows = await collectDeviceInfo(termux, phone)();
    expect(rows.every((row) => deviceInfo.record.safeParse(row).success)).toBe(true);
    expect([...new Set(rows.map(({ group }) => group))]).toEqual([
      'IDENTITY',
      'SYSTEM',
      'BATTERY',
      'NETWORK',
      'STORAGE',
      'SCREEN',
    ]);
    expect(rows.map(({ position }) => position)).toEqual(rows.map((_, place) => place));
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
    expect(rows.map(({ key }) => key)).toEqual(
      expect.arrayContaining(['BATTERY/Level', 'NETWORK/Carrier', 'STORAGE/Internal storage', 'SYSTEM/Memory']),
    );
    expect(termux.calls).toContainEqual(['df', '-k', '-P', '/data/home']);
  });

  it('is without a part that fails', async () => {
    const hang = new TermuxProblem('TIMEOUT', 'It did not answer.');
    const broken = { ...answers, 'termux-battery-status': hang, 'termux-wifi-connectioninfo': '{', df: 'df: no' };
    const rows = await collectDeviceInfo(testTermux(broken), noMemory)();
    expect(rows.filter(({ group }) => group === 'BATTERY' || group === 'STORAGE')).toEqual([]);
    expect(rows.find(({ name }) => name === 'Carrier')?.value).toBe('Telvia');
  });

  it('has no amount of storage when only the memory is known', async () => {
    const rows = await collectDeviceInfo(testTermux({}), phone)();
    expect(rows.find(({ name }) => name === 'Memory')).toMatchObject({ group: 'SYSTEM', total: 4_096_000_000 });
    expect(rows.some(({ group }) => group === 'STORAGE')).toBe(false);
  });

  it('fails with the reason when nothing can be read', async () => {
    await expect(collectDeviceInfo(testTermux({}), noMemory)()).rejects.toMatchObject({
      kind: 'MISSING',
      message: 'getprop is not installed.',
    });
  });
});
