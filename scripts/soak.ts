await import('../cluster/src/soak/index.ts');
