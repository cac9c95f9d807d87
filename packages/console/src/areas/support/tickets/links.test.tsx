import { describe, expect, it } from 'vitest';
import { mount } from '../../../core/components/mount-for-test.tsx';
import { LinkedText, splitLinks } from './links.tsx';

const linksOf = (text: string) => splitLinks(text).flatMap(({ href }) => href ?? []);

describe('the links of a message', () => {
  it.each([
    ['See https://example.org/a.', ['https://example.org/a']],
    ['(http://example.org/wiki/Fair_(watch))', ['http://example.org/wiki/Fair_(watch)']],
    ['https://a.example/?q=1&r=2#top, https://b.example!', ['https://a.example/?q=1&r=2#top', 'https://b.example/']],
    ['HTTPS://EXAMPLE.ORG', ['https://example.org/']],
    ['line\nhttps://example.org/x\nline', ['https://example.org/x']],
    ['javascript:alert(1) data:text/html,x file:///etc ftp://example.org', []],
    ['https:// and http://', []],
    ['no link at all', []],
  ])('in %j are %j', (text, links) => expect(linksOf(text)).toEqual(links));

  it('keep every character of the text', () => {
    const text = 'First https://example.org/a), then "http://b.example".\nEnd';
    expect(
      splitLinks(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  });

  it('open beside the console and tell nobody where one came from; markup stays text', () => {
    const text = '<img src=x onerror=alert(1)> https://example.org/help <script>alert(2)</script>';
    const { box } = mount(<LinkedText text={text} />);
    expect(box.textContent).toBe(text);
    expect(box.querySelectorAll('img, script')).toHaveLength(0);
    const [link] = box.querySelectorAll('a');
    expect([link?.href, link?.target, link?.rel]).toEqual([
      'https://example.org/help',
      '_blank',
      'noopener noreferrer nofollow',
    ]);
  });
});
