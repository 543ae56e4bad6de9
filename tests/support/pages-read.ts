import pg from 'pg';

/** Pages of 8 kB that a statement reads, of any table or index. The catalogue's, which its first run reads, do not count. */
export async function pagesRead(
  url: string,
  { text, values }: { readonly text: string; readonly values: readonly unknown[] },
): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const explain = () => client.query(`explain (analyze, buffers, format json) ${text}`, [...values]);
    await explain();
    const { rows } = await explain();
    const plan: Record<string, number> = rows[0]['QUERY PLAN'][0].Plan;
    return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
  } finally {
    await client.end();
  }
}
