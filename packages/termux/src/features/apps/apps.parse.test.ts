import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePackages } from './apps.parse.ts';

describe('printed packages', () => {
  it('have a path with equals signs, a name and a version', () => {
    const output = [
      'package:/data/app/~~Xy-1_z==/org.example.app-Q4==/base.apk=org.example.app versionCode:1042',
      'package:/system/framework/framework-res.apk=android versionCode:35 uid:1000',
      'package:com.bare',
      'package:/data/app/two/base.apk=com.two versionCode:7,8  installer=com.store',
    ].join('\r\n');
    expect(parsePackages(output)).toEqual([
      { packageName: 'org.example.app', version: '1042', path: '/data/app/~~Xy-1_z==/org.example.app-Q4==/base.apk' },
      { packageName: 'android', version: '35', path: '/system/framework/framework-res.apk' },
      { packageName: 'com.bare', version: '', path: null },
      { packageName: 'com.two', version: '7', path: '/data/app/two/base.apk' },
    ]);
  });

  it('are skipped when broken', () => {
    const output = `package:\n\nError: unknown\npackage:../../etc/passwd=\npackage:1bad\npackage:${'a'.repeat(500)}\n`;
    expect(parsePackages(output)).toEqual([]);
    expect(parsePackages(`package:/${'='.repeat(500_000)}`)).toEqual([]);
    fc.assert(fc.property(fc.string(), (text) => parsePackages(text).length <= text.length));
  });
});
