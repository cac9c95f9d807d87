// A request that no test answers would go to a server that is not there, and happy-dom prints how it failed.
globalThis.fetch = () => Promise.reject(new TypeError('This test has no server.'));
