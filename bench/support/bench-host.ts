/** The public host of what is measured. */
export const BENCH_HOST = 'bench.test';
