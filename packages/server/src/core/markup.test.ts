import { expect, it } from 'vitest';
import { markup } from './markup.ts';

it('escapes every value, in text and in attributes, and leaves markup of its own as it is', () => {
  const name = `<img src=x onerror="alert('1')"> & more`;
  const items = [name, 'Anna'].map((each) => markup`<li title="${each}">${each}</li>`);
  const escaped = '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; more';
  expect(markup`<ul>${items}</ul>${3}`.html).toBe(
    `<ul><li title="${escaped}">${escaped}</li><li title="Anna">Anna</li></ul>3`,
  );
});
