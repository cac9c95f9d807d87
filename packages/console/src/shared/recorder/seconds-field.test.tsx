import { describe, expect, it } from 'vitest';
import { mount } from '../../core/components/mount-for-test.tsx';
import { readSeconds, SecondsField } from './seconds-field.tsx';

const words = 'Please select a time between 10 and 60 seconds.';

function draw(value: string): HTMLElement {
  return mount(<SecondsField ref={null} value={value} onChange={() => undefined} />).box;
}

describe('the seconds of a recording', () => {
  it.each(['10', '37', '60'])('[SPEC 5.7, 9.14] may be %s', (value) => {
    const box = draw(value);
    expect(readSeconds(value)).toBe(Number(value));
    expect(box.querySelector('[role=alert]')).toBeNull();
    expect(box.querySelector<HTMLInputElement>('[type=range]')?.value).toBe(value);
  });

  it.each(['', '9', '61', '600', '10.5', '-20'])('[SPEC 5.7, 8.16] may not be "%s", in the words of SPEC', (value) => {
    const box = draw(value);
    expect(readSeconds(value)).toBeNull();
    const field = box.querySelector('[type=number]');
    expect(field?.getAttribute('aria-invalid')).toBe('true');
    const description = box.ownerDocument.getElementById(field?.getAttribute('aria-describedby') ?? '');
    expect(description?.textContent).toBe(words);
    expect(description?.getAttribute('role')).toBe('alert');
  });
});
