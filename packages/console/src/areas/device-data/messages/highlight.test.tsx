import { expect, it } from 'vitest';
import { mount } from '../../../core/components/mount-for-test.tsx';
import { Highlight, splitBy } from './highlight.tsx';

it.each([
  ['The parcel is here, PARCEL!', 'parcel', ['The ', 'parcel', ' is here, ', 'PARCEL', '!']],
  ['100 % of (all) [this] costs $5?', '(all) [this]', ['100 % of ', '(all) [this]', ' costs $5?']],
  ['Ödön', 'öd', ['', 'Öd', 'ön']],
  ['nothing', 'else', ['nothing']],
  ['nothing', '', ['nothing']],
])('splits "%s" at "%s"', (text, search, pieces) => expect(splitBy(text, search)).toEqual(pieces));

it('shows a message as text: no markup, no link that can be pressed by mistake', () => {
  const body = 'See <b>this</b> & <script>alert(1)</script> at https://example.org/parcel';
  const { box } = mount(<Highlight text={body} search="parcel" />);
  expect(box.textContent).toBe(body);
  expect(box.querySelectorAll('a, b, script')).toHaveLength(0);
  expect([...box.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['parcel']);
});
