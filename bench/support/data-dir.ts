import { resolve } from 'node:path';

/** Where the data is kept between runs: `BENCH_DATA_DIR`, `.data/bench`. */
export const DATA_DIR = resolve(process.env['BENCH_DATA_DIR'] ?? '.data/bench');
