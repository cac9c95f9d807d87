import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { numberedUsername, usernameFrom } from './username-from.ts';
import { username } from './username.ts';

const names = [
  ['Zoë Müller-Lüdenscheidt', 'zoe.mueller-luedenscheidt'],
  ['Anna Weber', 'anna.weber'],
  ['Gabriel García Márquez', 'gabriel.garcia.marquez'],
  ['Großmann, Jörg', 'grossmann.joerg'],
  ['MU\u0308LLER', 'mueller'],
  ["Sinéad O'Neill", 'sinead.oneill'],
  [' Søren Æbelø', 'soren.aebelo'],
  ['Łukasz Żółć', 'lukasz.zolc'],
  ['İpek Işık', 'ipek.isik'],
  ['Nguyễn Văn A', 'nguyen.van.a'],
  ['Андрей Ёлкин', 'андрей.ёлкин'],
  ['محمد علي', 'محمد.علي'],
  ['مُحَمَّد', 'محمد'],
  ['हिन्दी नाम', 'हिन्दी.नाम'],
  ['金城 ひかり', '金城.ひかり'],
  ['李明', '李明1'],
  ['Bo', 'bo1'],
  ['Anna (Lehrerin) 李明', 'anna.lehrerin'],
  ['ﬁona Ⅳ', 'fiona.iv'],
  ['anna.w_1', 'anna.w_1'],
  ['🙂', 'person'],
  ['...', 'person'],
  ['', 'person'],
  ['Fair watch', 'fair'],
] as const;

/** Texts of letters, marks and signs of many scripts, the same in every run. */
function* odd(count: number): Generator<string> {
  const signs = [...'aÄßzÉ ïøŁıİ.-_\'’"09 \u0301\u0308\u200D\u202EЖйёаاُمहि्金ひ김ㄅ李ქᏂ🙂ﬁ½Ⅳ\u3164ไทย่ΑὈΣς'];
  let state = 7;
  for (let made = 0; made < count; made += 1) {
    let text = '';
    const length = (state % 90) + 1;
    for (let place = 0; place < length; place += 1) {
      state = (state * 48_271) % 2_147_483_647;
      text += signs[state % signs.length] ?? '';
    }
    yield text;
  }
}

describe('the username that follows from a name', () => {
  it.each(names)('%s: %s', (name, derived) => {
    expect(usernameFrom(name)).toBe(derived);
  });

  it('is always one that may be given, the same when it is derived again, and with any number', () => {
    for (const name of [...names.map(([each]) => each), 'ü'.repeat(200), ...odd(3000)]) {
      const derived = usernameFrom(name);
      expect(username.safeParse(derived), JSON.stringify(name)).toEqual({ success: true, data: derived });
      expect(usernameFrom(derived), JSON.stringify(name)).toBe(derived);
      for (const number of [2, 37, 999_999]) {
        const numbered = numberedUsername(derived, number);
        expect(username.safeParse(numbered).data, JSON.stringify(name)).toBe(numbered);
        expect(numbered.length).toBeLessThanOrEqual(limits.username.maxLength);
      }
    }
  });
});
