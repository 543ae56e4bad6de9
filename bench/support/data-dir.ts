import { resolve } from 'node:path';

/** The folder of the data between runs: `BENCH_DATA_DIR`, `.data/bench`. */
export const DATA_DIR = resolve(process.env['BENCH_DATA_DIR'] ?? '.data/bench');
