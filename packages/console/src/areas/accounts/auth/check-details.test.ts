import { describe, expect, it } from 'vitest';
import { addTexts, translateWithin } from '../../../core/i18n/i18n.ts';
import { checkDetails, typedNames } from './check-details.ts';
import texts from './register.texts.json';

addTexts('register', texts);
const t = translateWithin(['register']);
const typed = { code: '012345', username: 'mara', password: 'quiet-otter-77', confirmPassword: 'quiet-otter-77' };

describe('the second step of registering', () => {
  it('accepts valid input', () => {
    expect(checkDetails(typed, t)).toEqual({});
    expect(checkDetails({ ...typed, code: ' 012345 ', username: ' mara ' }, t)).toEqual({});
  });

  it('[SPEC 5.12] says that password and confirmation differ', () => {
    const problems = checkDetails({ ...typed, confirmPassword: 'quiet-otter-78' }, t);
    expect(problems).toEqual({ confirmPassword: 'The two passwords are not the same.' });
  });

  it('takes a username, or a name as people write it', () => {
    expect(typedNames(' Mara ')).toEqual({ username: 'Mara' });
    expect(checkDetails({ ...typed, username: 'Mára Öz' }, t)).toEqual({});
    expect(typedNames('Mára Öz')).toEqual({ username: 'mara.oez', displayName: 'Mára Öz' });
  });

  it('says what neither is', () => {
    for (const username of ['', ' ', 'm\u0430ra', 'mara\u3164', 'Fair watch']) {
      expect(checkDetails({ ...typed, username }, t), JSON.stringify(username)).toEqual({
        username: 'Please enter your name, or 3 to 64 letters, digits and . _ -',
      });
    }
  });

  it('reports all missing fields in their order', () => {
    expect(Object.keys(checkDetails({}, t))).toEqual(['code', 'username', 'password']);
    expect(checkDetails({ ...typed, password: 'short', confirmPassword: 'short' }, t)).toEqual({
      password: 'Please enter 8 to 128 characters.',
    });
  });
});
