import { describe, expect, it } from 'vitest';
import { apiBaseUrl, environment, environmentOf, socketBaseUrl } from './environments.ts';

describe('environments', () => {
  it('[SPEC 1.13, 9.22] the environment is local, developer or demo; default developer', () => {
    expect(['local', 'developer', 'demo'].map(environmentOf)).toEqual(['local', 'developer', 'demo']);
    expect(environmentOf(undefined)).toBe('developer');
    expect(environmentOf('toString')).toBe('developer');
    expect(environment).toBe('developer');
  });

  it('the serving host answers unless another is set', () => {
    expect(apiBaseUrl).toBe('');
    expect(socketBaseUrl()).toBe(location.origin.replace('http', 'ws'));
  });
});
