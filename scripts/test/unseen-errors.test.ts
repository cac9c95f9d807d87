import { expect, it } from 'vitest';
import { fromVitest } from '../conformance/test-results.ts';
import { unseenErrors } from './unseen-errors.ts';

it('lists the declared errors that no test has seen', () => {
  const test = { ancestorTitles: [], title: 't', status: 'passed' };
  const results = fromVitest({
    testResults: [
      { name: '/a', status: 'passed', assertionResults: [{ ...test, meta: { answeredErrors: ['/one not_found'] } }] },
      { name: '/b', status: 'passed', assertionResults: [test] },
    ],
  });
  const endpoints = [
    { path: '/one', errors: ['not_found', 'too_large'] },
    { path: '/two', errors: ['not_found'] },
    { path: '/three', errors: [] },
  ];
  expect(unseenErrors(endpoints, results)).toEqual(['/one: too_large', '/two: not_found']);
});
