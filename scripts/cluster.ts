await import('../cluster/src/index.ts');
