/** The public host of the measured system. */
export const BENCH_HOST = 'bench.test';
